import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { declineOf } from '../cards/declines.js';
import { failCharge, succeedCharge } from '../charges/settle.js';
import { type ApiError, cardError, docUrl, noSuch } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ErrorObject } from '../objects/error.js';
import { deepFreeze } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findCharge, findIntent } from '../store/find.js';
import { endIntent } from './cancel.js';
import { saveIntent } from './intent-record.js';
import {
  approveIntent,
  attemptPayment,
  authorizeIntent,
  isManualCapture,
  newAttempt,
} from './payment-attempt.js';
import { moveIntent } from './status-machine.js';

const backToMerchant = (
  call: RequestContext,
  intent: PaymentIntentObject,
  instrument: string,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(intent, 'challenge_passed_manual', { next_action: null }),
    E.map((passed) => {
      call.state.authenticated.set(intent.id, instrument);
      // The processor has no event for this change.
      call.state.intents.put(deepFreeze(passed));
      return passed;
    }),
  );

/**
 * The customer authenticates. An intent with manual confirmation waits for its next confirmation; an automatic one is
 * charged now, and the answer is the intent also when that charge is declined.
 */
export const completeChallenge: Control<{ readonly payment_intent: string }, PaymentIntentObject> =
  {
    name: 'completeChallenge',
    run: (call) => (params) =>
      pipe(
        findIntent(call, params.payment_intent),
        E.tap((intent) => moveIntent(intent, 'challenge_passed_manual')),
        E.flatMap((intent) => {
          const instrument = call.state.instruments.get(intent.payment_method ?? '');
          if (instrument === undefined) {
            return E.left(noSuch('payment_method', intent.payment_method ?? '', 'payment_method'));
          }
          if (intent.confirmation_method === 'manual') {
            return backToMerchant(call, intent, instrument.id);
          }
          return pipe(
            attemptPayment(call, {
              ...newAttempt({ intent, instrument }, {}, true),
              via: 'challenge_passed',
            }),
            E.orElse((error) =>
              error.error.payment_intent === undefined
                ? E.left(error)
                : E.right(error.error.payment_intent),
            ),
          );
        }),
      ),
  };

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

/** What is in `processing` goes through. */
export const settleIntent: Control<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'settlePaymentIntent',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.bindTo('before'),
      E.bind('intent', ({ before }) =>
        moveIntent(before, isManualCapture(before) ? 'settle_authorized' : 'settle'),
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
        const manual = isManualCapture(intent);
        const settled = succeedCharge(call, charge, !manual);
        return manual
          ? authorizeIntent(call, intent, instrument, settled)
          : approveIntent(call, intent, instrument, settled);
      }),
    ),
};

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

/** An authorization that was not captured in time lapses. */
export const expireIntent: Control<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'expirePaymentIntent',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.flatMap((intent) => endIntent(call, intent, 'expire', 'automatic')),
    ),
};
