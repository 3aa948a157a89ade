import { atPath } from '../kernel/operation.js';
import { createRefund } from './create.js';
import { listRefunds } from './read.js';

const path = '/v1/charges/:charge/refunds';

/** What can be done with the refunds of a charge, at the paths that they had before they had their own. */
export const chargeRefundOperations = {
  createChargeRefund: atPath(createRefund, path),
  listChargeRefunds: atPath(listRefunds, path),
} as const;
