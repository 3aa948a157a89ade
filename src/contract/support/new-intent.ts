import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentIntentId } from '../../domain/ids.js';
import { intentFields } from './intent-fields.js';
import { newCustomer } from './new-customer.js';
import { proven } from './proven.js';
import { succeed } from './succeed.js';

/** Creates an intent and its customer. The intent is not confirmed unless `overrides` say so. */
export const newIntent = async (
  processor: PaymentProcessor,
  overrides: Parameters<typeof intentFields>[1] = {},
): Promise<{ readonly id: PaymentIntentId; readonly customer: CustomerId }> => {
  const customer = await newCustomer(processor);
  const intent = await succeed(
    'createPaymentIntent',
    processor.createPaymentIntent(intentFields(customer, overrides)),
  );
  return { id: proven(PaymentIntentId, intent.id), customer };
};
