import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { CustomerId } from '../../domain/ids.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import { succeed } from './succeed.js';

/** All intents of a customer, newest first. */
export const intentsOf = async (
  processor: PaymentProcessor,
  customer: CustomerId,
): Promise<ReadonlyArray<PaymentIntent>> =>
  (await succeed('listPaymentIntents', processor.listPaymentIntents({ customer, limit: 100 })))
    .data;
