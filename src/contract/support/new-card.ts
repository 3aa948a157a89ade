import type { CardDetails, PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { Card } from '../../domain/card.js';
import { CardId, type CustomerId, PaymentMethodId, TokenId } from '../../domain/ids.js';
import { mustSucceed, succeed } from './expect-outcome.js';
import { proven } from './ids.js';

/** The details of a test card that is valid for three years; `overrides` change them. */
export const testCard = (number: string, overrides: Partial<CardDetails> = {}): CardDetails => ({
  number,
  exp_month: 12,
  exp_year: new Date().getUTCFullYear() + 3,
  cvc: number.startsWith('3') ? '7371' : '737',
  ...overrides,
});

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

/** Adds a test card to the customer by its number. Returns the id to pay with. */
export const cardByNumber = async (
  processor: PaymentProcessor,
  customer: CustomerId,
  number: string,
): Promise<PaymentMethodId> => {
  const token = await mustSucceed(processor).createCardToken(testCard(number));
  const card = await newCard(processor, customer, token.id);
  return proven(PaymentMethodId, card.id);
};

/** The ids of a customer's cards, newest first. */
export const cardIdsOf = async (
  processor: PaymentProcessor,
  customer: CustomerId,
): Promise<ReadonlyArray<string>> =>
  (await mustSucceed(processor).listCards({ customer, limit: 10 })).data.map(({ id }) => id);
