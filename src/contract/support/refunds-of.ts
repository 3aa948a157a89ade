import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { Refund } from '../../domain/refund.js';
import { succeed } from './succeed.js';

/** All refunds of an intent, newest first. */
export const refundsOf = async (
  processor: PaymentProcessor,
  payment_intent: PaymentIntentId,
): Promise<ReadonlyArray<Refund>> =>
  (await succeed('listRefunds', processor.listRefunds({ payment_intent, limit: 100 }))).data;
