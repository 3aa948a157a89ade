import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { RefundObject } from '../objects/refund-object.js';
import type { Operation } from '../operation.js';
import { endRefund } from './end-refund.js';
import { findPendingRefund } from './find-pending-refund.js';

/** A pending refund fails, whatever its card has for it. */
export const failRefund: Operation<{ readonly refund: string }, RefundObject> = {
  name: 'failRefund',
  method: 'CONTROL',
  path: '/refunds/:refund/fail',
  run: (call) => (params) =>
    pipe(
      findPendingRefund(call, params.refund),
      E.map((refund) => endRefund(call, refund, 'failed')),
    ),
};
