import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentMethodId } from '../../domain/ids.js';
import { newCard } from './new-card.js';
import { proven } from './proven.js';
import { succeed } from './succeed.js';
import { testCard } from './test-card.js';

/** Adds a test card to the customer by its number. Returns the id to pay with. */
export const cardByNumber = async (
  processor: PaymentProcessor,
  customer: CustomerId,
  number: string,
): Promise<PaymentMethodId> => {
  const token = await succeed('createCardToken', processor.createCardToken(testCard(number)));
  const card = await newCard(processor, customer, token.id);
  return proven(PaymentMethodId, card.id);
};
