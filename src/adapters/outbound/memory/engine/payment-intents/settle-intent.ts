import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { succeedCharge } from '../charges/settle.js';
import { noSuch } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findCharge, findIntent } from '../store/find.js';
import { approveIntent } from './approve-intent.js';
import { authorizeIntent } from './authorize-intent.js';
import { isCapturedByHand } from './is-captured-by-hand.js';
import { moveIntent } from './move-intent.js';

/** What is in `processing` goes through. */
export const settleIntent: Control<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'settlePaymentIntent',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.bindTo('before'),
      E.bind('intent', ({ before }) =>
        moveIntent(before, isCapturedByHand(before) ? 'settle_authorized' : 'settle'),
      ),
      E.bind('charge', ({ before }) =>
        findCharge(call, before.latest_charge ?? '', 'payment_intent'),
      ),
      E.bind('instrument', ({ charge }) =>
        E.fromNullable(noSuch('payment_method', charge.payment_method, 'payment_method'))(
          call.state.instruments.get(charge.payment_method),
        ),
      ),
      E.map(({ intent, charge, instrument }) => {
        const manual = isCapturedByHand(intent);
        const settled = succeedCharge(call, charge, !manual);
        return manual
          ? authorizeIntent(call, intent, instrument, settled)
          : approveIntent(call, intent, instrument, settled);
      }),
    ),
};
