import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { Card } from '../../domain/card.js';
import { CardId, type CustomerId, TokenId } from '../../domain/ids.js';
import { proven } from './proven.js';
import { succeed } from './succeed.js';

/** Adds a card to the customer from a token. */
export const newCard = async (
  processor: PaymentProcessor,
  customer: CustomerId,
  source = 'tok_visa',
): Promise<Omit<Card, 'id'> & { readonly id: CardId }> => {
  const card = await succeed(
    `createCard from ${source}`,
    processor.createCard({ customer, source: proven(TokenId, source) }),
  );
  return { ...card, id: proven(CardId, card.id) };
};
