import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { behaviourOf } from '../cards/stored-card.js';
import type { Control } from '../kernel/operation.js';
import type { RefundObject } from '../objects/refund.js';
import { findCharge } from '../store/find.js';
import { endRefund } from './end-refund.js';
import { findPendingRefund } from './find-pending-refund.js';

/** A pending refund comes to the end that its card has for it. */
export const settleRefund: Control<{ readonly refund: string }, RefundObject> = {
  name: 'settleRefund',
  run: (call) => (params) =>
    pipe(
      findPendingRefund(call, params.refund),
      E.bindTo('refund'),
      E.bind('charge', ({ refund }) => findCharge(call, refund.charge)),
      E.map(({ refund, charge }) => {
        const instrument = call.state.instruments.get(charge.payment_method);
        const fails =
          instrument !== undefined &&
          behaviourOf(instrument.storedCard).refund === 'pending_then_fails';
        return endRefund(call, refund, fails ? 'failed' : 'succeeded');
      }),
    ),
};
