import type { RefundObject } from '../objects/refund-object.js';
import type { Operation } from '../operation.js';
import { findRefund } from './find-refund.js';

/** A refund. */
export const retrieveRefund: Operation<{ readonly refund: string }, RefundObject> = {
  name: 'retrieveRefund',
  method: 'GET',
  path: '/v1/refunds/:refund',
  run: (call) => (params) => findRefund(call, params.refund),
};
