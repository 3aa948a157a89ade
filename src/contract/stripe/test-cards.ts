import type { CardDetails } from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentMethodId } from '../../domain/ids.js';
import type { Subject } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';
import { newCard } from '../support/new-card.js';

/** The details of a test card that is valid for three years; `overrides` change them. */
export const testCard = (number: string, overrides: Partial<CardDetails> = {}): CardDetails => ({
  number,
  exp_month: 12,
  exp_year: new Date().getUTCFullYear() + 3,
  cvc: number.startsWith('3') ? '7371' : '737',
  ...overrides,
});

/** Adds a test card to the customer by its number. Returns the id to pay with. */
export const cardByNumber = async (
  processor: Subject,
  customer: CustomerId,
  number: string,
): Promise<PaymentMethodId> => {
  const token = await mustSucceed(processor).createCardToken(testCard(number));
  const card = await newCard(processor, customer, token.id);
  return proven(PaymentMethodId, card.id);
};
