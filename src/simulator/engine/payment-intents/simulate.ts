import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { declineOf } from '../cards/declines.js';
import type { Instrument } from '../cards/stored-card.js';
import { settleCharge } from '../charges/charge-record.js';
import { type ApiError, cardError, docUrl, failIf } from '../errors.js';
import { ownershipProblem } from '../intents/choose-payment-method.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findCharge, findIntent, findRow } from '../store/find.js';
import { endIntent } from './cancel.js';
import { isManualCapture, paidResult, saveFailedIntent } from './intent-record.js';
import { attemptPayment, newAttempt, recordCharge } from './payment-attempt.js';
import { moveIntent } from './status-machine.js';

type IntentControl = Control<{ readonly payment_intent: string }, PaymentIntentObject>;

const findPayingInstrument = (
  { state }: RequestContext,
  id: string | null,
): E.Either<ApiError, Instrument> =>
  findRow(state.instruments, 'PaymentMethod', id ?? '', 'payment_method');

const instrumentDetails = ({ state }: RequestContext, id: string | null) => {
  const instrument = state.instruments.get(id ?? '');
  return instrument === undefined ? {} : { payment_method: toPaymentMethod(instrument) };
};

const waitForConfirmation = (
  context: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(intent, 'challenge_passed_manual', { next_action: null }),
    E.map((passed) => {
      context.state.authenticated.set(intent.id, instrument.id);
      // Stripe emits no event for this change.
      context.state.intents.put(deepFreeze(passed));
      return passed;
    }),
  );

const payAuthenticated = (
  context: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    // Meanwhile it may have become another customer's, or have paid once.
    failIf(ownershipProblem(instrument, { kind: 'PaymentIntent', customer: intent.customer })),
    E.flatMap(() =>
      attemptPayment(context, {
        ...newAttempt({ intent, instrument }, {}, true),
        via: 'challenge_passed',
      }),
    ),
    E.orElse((error) =>
      error.error.payment_intent === undefined
        ? E.left(error)
        : E.right(error.error.payment_intent),
    ),
  );

/**
 * The customer authenticates. An intent with manual confirmation then waits for its next confirmation. One with
 * automatic confirmation is charged at once, and is returned even if that charge is declined.
 */
export const completeChallenge: IntentControl = {
  name: 'completeChallenge',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.tap((intent) => moveIntent(intent, 'challenge_passed_manual')),
      E.bindTo('intent'),
      E.bind('instrument', ({ intent }) => findPayingInstrument(context, intent.payment_method)),
      E.flatMap(({ intent, instrument }) =>
        intent.confirmation_method === 'manual'
          ? waitForConfirmation(context, intent, instrument)
          : payAuthenticated(context, intent, instrument),
      ),
    ),
};

const authenticationFailure = 'payment_intent_authentication_failure';

/** The customer fails or refuses to authenticate: the intent requires another payment method. */
export const failChallenge: IntentControl = {
  name: 'failChallenge',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) => moveIntent(intent, 'challenge_failed')),
      E.map((intent) =>
        saveFailedIntent(context, intent, {
          type: 'invalid_request_error',
          message:
            'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
          code: authenticationFailure,
          doc_url: docUrl(authenticationFailure),
          ...instrumentDetails(context, intent.payment_method),
        }),
      ),
    ),
};

/** The bank approves a payment in `processing`. */
export const settleIntent: IntentControl = {
  name: 'settlePaymentIntent',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) =>
        moveIntent(intent, isManualCapture(intent) ? 'settle_authorized' : 'settle'),
      ),
      E.bindTo('intent'),
      E.bind('charge', ({ intent }) =>
        findCharge(context, intent.latest_charge ?? '', 'payment_intent'),
      ),
      E.bind('instrument', ({ charge }) => findPayingInstrument(context, charge.payment_method)),
      E.map(({ intent, charge, instrument }) => {
        const settled = settleCharge(context, charge, paidResult(intent));
        return recordCharge(context, intent, instrument, settled);
      }),
    ),
};

/** The bank declines a payment in `processing`. */
export const failIntent: IntentControl = {
  name: 'failPaymentIntent',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) => moveIntent(intent, 'fail')),
      E.bindTo('intent'),
      E.bind('charge', ({ intent }) =>
        findCharge(context, intent.latest_charge ?? '', 'payment_intent'),
      ),
      E.map(({ intent, charge }) => {
        const decline = declineOf('generic_decline');
        settleCharge(context, charge, { decline });
        const { error } = cardError(decline, {
          charge: charge.id,
          ...instrumentDetails(context, charge.payment_method),
        });
        return saveFailedIntent(context, intent, error);
      }),
    ),
};

/** An authorization expires before its capture. */
export const expireIntent: IntentControl = {
  name: 'expirePaymentIntent',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) => endIntent(context, intent, 'expire')),
    ),
};
