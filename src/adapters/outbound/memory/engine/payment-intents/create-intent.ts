import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { findCustomer } from '../store/find.js';
import { applyIntentParams } from './apply-intent-params.js';
import { attemptConfirmation } from './attempt-confirmation.js';
import { creationProblem } from './creation-problem.js';
import { CreateIntentParams } from './intent-params.js';
import { newAttempt } from './new-attempt.js';
import { newIntent } from './new-intent.js';
import { redactIntentParams } from './redact-intent-params.js';
import { saveIntent } from './save-intent.js';
import { supplyPaymentMethod } from './supply-payment-method.js';

const noPaymentMethod = invalidRequest(
  "You cannot confirm this PaymentIntent because it's missing a payment method. Please provide `payment_method` together with `confirm`.",
  { code: 'payment_intent_unexpected_state', param: 'payment_method' },
);

const instrumentOf = (
  call: RequestContext,
  params: CreateIntentParams,
): E.Either<ApiError, Instrument | null> =>
  pipe(
    supplyPaymentMethod(call, params, params.customer ?? null),
    E.filterOrElse(
      (instrument) => instrument !== null || params.confirm !== true,
      () => noPaymentMethod,
    ),
  );

/** Creates a payment intent, and confirms it when asked to; declined then, it is still there. */
export const createIntent = operation({
  name: 'createPaymentIntent',
  failureAlias: 'create',
  method: 'POST',
  path: '/v1/payment_intents',
  returns: 'payment_intent',
  params: CreateIntentParams,
  charges: ({ confirm }) => confirm === true,
  remembered: redactIntentParams,
  run: (call) => (params) =>
    pipe(
      applyIntentParams(newIntent(params, call.now), params),
      E.bindTo('draft'),
      E.tap(({ draft }) => failIf(creationProblem(draft, params))),
      E.tap(() =>
        params.customer === undefined
          ? E.right(null)
          : findCustomer(call, params.customer, 'customer'),
      ),
      E.bind('instrument', () => instrumentOf(call, params)),
      E.flatMap(({ draft, instrument }) => {
        const id = call.newId('pi');
        const intent = saveIntent(call, 'payment_intent.created', {
          id,
          ...draft,
          client_secret: call.newId(`${id}_secret`),
          payment_method: instrument?.id ?? null,
          status: instrument === null ? 'requires_payment_method' : 'requires_confirmation',
        });
        return params.confirm === true && instrument !== null
          ? attemptConfirmation(call, newAttempt({ intent, instrument }, params, false))
          : E.right(intent);
      }),
    ),
});
