import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, failIf, withIntent } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { detachedError } from '../payment-methods/detached-error.js';
import { findInstrument } from '../payment-methods/find-instrument.js';
import { findCustomer, findIntent } from '../store/find.js';
import { applyIntentParams } from './apply-intent-params.js';
import { attemptConfirmation } from './attempt-confirmation.js';
import { ConfirmIntentParams } from './intent-params.js';
import { moveIntent } from './move-intent.js';
import { newAttempt } from './new-attempt.js';
import { offSessionProblem } from './off-session-problem.js';
import { redactIntentParams } from './redact-intent-params.js';
import { returnUrlProblem } from './return-url-problem.js';
import { secretProblem } from './secret-problem.js';
import { supplyPaymentMethod } from './supply-payment-method.js';

/** The intent once its confirmation may begin: with a payment method, which may come with the confirmation. */
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

const known = (call: RequestContext, id: string | null): E.Either<ApiError, Instrument> =>
  pipe(
    findInstrument(call, id ?? '', 'payment_method'),
    E.filterOrElse(
      (instrument) => !instrument.detached,
      (instrument) => detachedError(instrument.id),
    ),
  );

/** What pays the intent: what the caller names, else what the intent has. */
const instrumentOf = (
  call: RequestContext,
  intent: PaymentIntentObject,
  params: ConfirmIntentParams,
): E.Either<ApiError, Instrument> =>
  pipe(
    supplyPaymentMethod(call, params, intent.customer),
    E.flatMap((supplied) =>
      supplied === null ? known(call, intent.payment_method) : E.right(supplied),
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
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.tap((intent) => failIf(secretProblem(intent, params.client_secret))),
      E.tap(({ customer }) =>
        customer === null ? E.right(null) : findCustomer(call, customer, 'customer'),
      ),
      E.flatMap((intent) => confirmable(intent, params)),
      E.tap((intent) =>
        pipe(failIf(returnUrlProblem(intent, params)), E.mapLeft(withIntent(intent))),
      ),
      E.flatMap((intent) => applyIntentParams(intent, params)),
      E.tap((intent) =>
        pipe(failIf(offSessionProblem(intent, params)), E.mapLeft(withIntent(intent))),
      ),
      E.bindTo('intent'),
      E.bind('instrument', ({ intent }) => instrumentOf(call, intent, params)),
      E.flatMap(({ intent, instrument }) => {
        const authenticated = call.state.authenticated.get(intent.id) === instrument.id;
        return attemptConfirmation(call, newAttempt({ intent, instrument }, params, authenticated));
      }),
    ),
});
