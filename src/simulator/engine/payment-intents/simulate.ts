import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { declineOf } from '../cards/declines.js';
import { settleCharge } from '../charges/charge-record.js';
import { type ApiError, cardError, type Decline, docUrl, failIf } from '../errors.js';
import { ownershipProblem } from '../intents/choose-payment-method.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { attemptExpired } from '../methods/approval.js';
import { type Instrument, isCard } from '../methods/instrument.js';
import { behaviourOfMethod } from '../methods/methods.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import { customerDecline } from '../methods/redirect-method.js';
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
        // Approved at the bank, a payment by another method than a card has happened.
        intent.confirmation_method === 'manual' && isCard(instrument)
          ? waitForConfirmation(context, intent, instrument)
          : payAuthenticated(context, intent, instrument),
      ),
    ),
};

const authenticationFailure = {
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  code: 'payment_intent_authentication_failure',
  doc_url: docUrl('payment_intent_authentication_failure'),
};

type ApprovalError = typeof customerDecline | typeof attemptExpired | typeof authenticationFailure;

const failApproval = (
  context: RequestContext,
  intent: PaymentIntentObject,
  error: ApprovalError,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(intent, 'challenge_failed'),
    E.map((failed) =>
      saveFailedIntent(context, failed, {
        type: 'invalid_request_error',
        ...error,
        ...instrumentDetails(context, intent.payment_method),
      }),
    ),
  );

/** The customer fails or refuses to authenticate: the intent requires another payment method. */
export const failChallenge: IntentControl = {
  name: 'failChallenge',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) => {
        const { payment_method: method } = instrumentDetails(context, intent.payment_method);
        const isOther = (method?.type ?? 'card') !== 'card';
        return failApproval(context, intent, isOther ? customerDecline : authenticationFailure);
      }),
    ),
};

const settle = (
  context: RequestContext,
  before: PaymentIntentObject,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    findCharge(context, before.latest_charge ?? '', 'payment_intent'),
    E.bindTo('charge'),
    E.bind('instrument', ({ charge }) => findPayingInstrument(context, charge.payment_method)),
    E.bind('intent', ({ instrument }) =>
      moveIntent(before, isManualCapture(before, instrument) ? 'settle_authorized' : 'settle'),
    ),
    E.map(({ intent, charge, instrument }) => {
      const settled = settleCharge(context, charge, paidResult(intent, instrument));
      return recordCharge(context, intent, instrument, settled);
    }),
  );

/** The bank approves a payment in `processing`. */
export const settleIntent: IntentControl = {
  name: 'settlePaymentIntent',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) => settle(context, intent)),
    ),
};

const declinePending = (
  context: RequestContext,
  before: PaymentIntentObject,
  decline: Decline,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(before, 'fail'),
    E.bindTo('intent'),
    E.bind('charge', ({ intent }) =>
      findCharge(context, intent.latest_charge ?? '', 'payment_intent'),
    ),
    E.map(({ intent, charge }) => {
      settleCharge(context, charge, { decline });
      const { error } = cardError(decline, {
        charge: charge.id,
        ...instrumentDetails(context, charge.payment_method),
      });
      return saveFailedIntent(context, intent, error);
    }),
  );

/**
 * The bank answers a delayed payment: it succeeds or fails, depending on its test value. Returns the intent; `null` if the
 * charge has ended otherwise.
 */
export const endPayment = (context: RequestContext, id: string): PaymentIntentObject | null => {
  const { state } = context;
  const charge = state.charges.get(id);
  const intent = state.intents.get(charge?.payment_intent ?? '');
  const instrument = state.instruments.get(charge?.payment_method ?? '');
  if (charge?.status !== 'pending' || intent === undefined || instrument === undefined) return null;
  const decline = isCard(instrument) ? null : behaviourOfMethod(instrument).decline;
  const ended =
    decline === null ? settle(context, intent) : declinePending(context, intent, decline);
  return E.isRight(ended) ? ended.right : null;
};

/**
 * The wait for a customer ends who has not decided: the app approves, or the attempt expires. `wait`: the ids of the intent and of
 * its payment method. Returns the intent; `null` if the wait has ended otherwise.
 */
export const endApproval = (context: RequestContext, wait: string): PaymentIntentObject | null => {
  const [id = '', method = ''] = wait.split('/');
  const intent = context.state.intents.get(id);
  const instrument = context.state.instruments.get(method);
  if (intent?.status !== 'requires_action' || intent.payment_method !== method) return null;
  if (instrument === undefined || isCard(instrument)) return null;
  const ended =
    behaviourOfMethod(instrument).approval?.outcome === 'approved'
      ? payAuthenticated(context, intent, instrument)
      : failApproval(context, intent, attemptExpired);
  return E.isRight(ended) ? ended.right : null;
};

/** The bank declines a payment in `processing`. */
export const failIntent: IntentControl = {
  name: 'failPaymentIntent',
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.flatMap((intent) => declinePending(context, intent, declineOf('generic_decline'))),
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
