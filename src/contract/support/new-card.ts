import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { CardId, type CustomerId, TokenId } from '../../domain/ids.js';
import type { Card } from '../../domain/objects/card.js';
import type { Subject } from '../suite.js';
import { mustSucceed, succeed } from './expect-outcome.js';
import { proven } from './ids.js';

/** Adds a card to the customer from a token, by default that of the fixtures. */
export const newCard = async (
  processor: Subject,
  customer: CustomerId,
  token?: string,
): Promise<Omit<Card, 'id'> & { readonly id: CardId }> => {
  const source = token === undefined ? await processor.given.cardToken() : proven(TokenId, token);
  const card = await succeed(
    `createCard from ${source}`,
    processor.createCard({ customer, source }),
  );
  return { ...card, id: proven(CardId, card.id) };
};

/** The ids of a customer's cards, newest first. */
export const cardIdsOf = async (
  processor: PaymentProcessor,
  customer: CustomerId,
): Promise<ReadonlyArray<string>> =>
  (await mustSucceed(processor).listCards({ customer, limit: 10 })).data.map(({ id }) => id);
