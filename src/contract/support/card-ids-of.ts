import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { CustomerId } from '../../domain/ids.js';
import { succeed } from './succeed.js';

/** The ids of a customer's cards, newest first. */
export const cardIdsOf = async (
  processor: PaymentProcessor,
  customer: CustomerId,
): Promise<ReadonlyArray<string>> =>
  (await succeed('listCards', processor.listCards({ customer, limit: 10 }))).data.map(
    ({ id }) => id,
  );
