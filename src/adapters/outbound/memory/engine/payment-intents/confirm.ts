import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, failIf, invalidRequest, withIntent } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { detachedError, findInstrument } from '../payment-methods/instruments.js';
import { findIntent, findOptionalCustomer } from '../store/find.js';
import { applyIntentParams } from './apply-params.js';
import { choosePaymentMethod } from './choose-payment-method.js';
import { secretProblem } from './intent-record.js';
import { ConfirmIntentParams, redactIntentParams } from './params.js';
import { attemptPayment, newAttempt } from './payment-attempt.js';
import { moveIntent } from './status-machine.js';

/** Why the parameters do not allow an off-session confirmation; `null` if they do. */
export const offSessionProblem = (
  { setup_future_usage }: Pick<PaymentIntentObject, 'setup_future_usage'>,
  { off_session = false }: Pick<ConfirmIntentParams, 'off_session'>,
): ApiError | null =>
  off_session === false || setup_future_usage === null
    ? null
    : invalidRequest(
        'You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because you cannot set up future usages when processing payments off-session.',
        { param: 'off_session' },
      );

/**
 * Why an intent cannot be confirmed without a `return_url`; `null` if it can. With automatic payment methods the payment
 * may redirect the customer to another page, unless the customer is absent.
 */
export const returnUrlProblem = (
  { automatic_payment_methods: automatic }: Pick<PaymentIntentObject, 'automatic_payment_methods'>,
  { return_url, off_session = false }: Pick<ConfirmIntentParams, 'return_url' | 'off_session'>,
): ApiError | null =>
  automatic?.enabled !== true ||
  automatic.allow_redirects === 'never' ||
  return_url !== undefined ||
  off_session !== false
    ? null
    : invalidRequest(
        "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
        { param: 'return_url' },
      );

// The confirmation may name a payment method.
const confirmable = (
  intent: PaymentIntentObject,
  { payment_method, payment_method_data }: ConfirmIntentParams,
): E.Either<ApiError, PaymentIntentObject> =>
  payment_method === undefined && payment_method_data === undefined
    ? pipe(
        moveIntent(intent, 'confirm_approved'),
        E.map(() => intent),
      )
    : moveIntent(intent, 'payment_method_supplied');

const instrumentOf = (
  context: RequestContext,
  intent: PaymentIntentObject,
  params: ConfirmIntentParams,
  refuse: (problem: ApiError) => ApiError,
): E.Either<ApiError, Instrument> =>
  pipe(
    choosePaymentMethod(context, params, intent.customer, refuse),
    E.flatMap((chosen) =>
      chosen === null
        ? pipe(
            findInstrument(context, intent.payment_method ?? '', 'payment_method'),
            E.filterOrElse(
              ({ detached }) => !detached,
              ({ id }) => detachedError(id),
            ),
          )
        : E.right(chosen),
    ),
  );

/** Confirms a payment intent: charges it, or starts the customer's authentication. A decline is a 402. */
export const confirmIntent = operation({
  name: 'confirmPaymentIntent',
  failureAlias: 'confirm',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/confirm',
  returns: 'payment_intent',
  params: ConfirmIntentParams,
  charges: () => true,
  remembered: redactIntentParams,
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.tap((intent) => failIf(secretProblem(intent, params.client_secret))),
      E.tap(({ customer }) => findOptionalCustomer(context, customer)),
      E.bindTo('before'),
      E.bind('moved', ({ before }) => confirmable(before, params)),
      E.tap(({ moved }) =>
        pipe(failIf(returnUrlProblem(moved, params)), E.mapLeft(withIntent(moved))),
      ),
      E.bind('intent', ({ moved }) => applyIntentParams(moved, params)),
      E.tap(({ intent }) =>
        pipe(failIf(offSessionProblem(intent, params)), E.mapLeft(withIntent(intent))),
      ),
      E.bind('instrument', ({ before, intent }) =>
        instrumentOf(context, intent, params, withIntent(before)),
      ),
      E.flatMap(({ intent, instrument }) => {
        const authenticated = context.state.authenticated.get(intent.id) === instrument.id;
        return attemptPayment(context, newAttempt({ intent, instrument }, params, authenticated));
      }),
    ),
});
