import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Control } from '../kernel/operation.js';
import type { RefundObject } from '../objects/refund.js';
import { endRefund } from './end-refund.js';
import { findPendingRefund } from './find-pending-refund.js';

/** A pending refund fails, whatever its card has for it. */
export const failRefund: Control<{ readonly refund: string }, RefundObject> = {
  name: 'failRefund',
  run: (call) => (params) =>
    pipe(
      findPendingRefund(call, params.refund),
      E.map((refund) => endRefund(call, refund, 'failed')),
    ),
};
