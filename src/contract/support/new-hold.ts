import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import { newIntent } from './new-intent.js';

/** Creates an intent that holds this many minor units and waits for its capture. */
export const newHold = async (
  processor: PaymentProcessor,
  amount: number,
): Promise<PaymentIntentId> =>
  (await newIntent(processor, { amount, capture_method: 'manual', confirm: true })).id;
