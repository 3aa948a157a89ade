import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { declineOf } from '../cards/declines.js';
import { failCharge } from '../charges/settle.js';
import { cardError } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findCharge, findIntent } from '../store/find.js';
import { moveIntent } from './move-intent.js';
import { saveIntent } from './save-intent.js';

/** What is in `processing` is declined after all. */
export const failIntent: Control<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'failPaymentIntent',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.bindTo('before'),
      E.bind('intent', ({ before }) => moveIntent(before, 'fail')),
      E.bind('charge', ({ before }) =>
        findCharge(call, before.latest_charge ?? '', 'payment_intent'),
      ),
      E.map(({ intent, charge }) => {
        const decline = declineOf('generic_decline');
        const instrument = call.state.instruments.get(charge.payment_method);
        failCharge(call, charge, decline);
        return saveIntent(call, 'payment_intent.payment_failed', {
          ...intent,
          last_payment_error: cardError(decline, {
            charge: charge.id,
            ...(instrument === undefined ? {} : { payment_method: toPaymentMethod(instrument) }),
          }).error,
          payment_method: null,
          processing: null,
        });
      }),
    ),
};
