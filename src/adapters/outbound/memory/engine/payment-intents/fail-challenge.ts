import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { docUrl } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ErrorObject } from '../objects/error.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findIntent } from '../store/find.js';
import { moveIntent } from './move-intent.js';
import { saveIntent } from './save-intent.js';

const code = 'payment_intent_authentication_failure';

const failureOf = (call: RequestContext, paymentMethod: string | null): ErrorObject => {
  const instrument = call.state.instruments.get(paymentMethod ?? '');
  return {
    type: 'invalid_request_error',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    code,
    doc_url: docUrl(code),
    ...(instrument === undefined ? {} : { payment_method: toPaymentMethod(instrument) }),
  };
};

/** The customer refuses or fails to authenticate: the intent needs another payment method. */
export const failChallenge: Control<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'failChallenge',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.flatMap((intent) =>
        moveIntent(intent, 'challenge_failed', {
          last_payment_error: failureOf(call, intent.payment_method),
          next_action: null,
          payment_method: null,
        }),
      ),
      E.map((intent) => saveIntent(call, 'payment_intent.payment_failed', intent)),
    ),
};
