import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import type { Instrument } from '../cards/instrument.js';
import { findCustomer } from '../customers/find-customer.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { mergeMetadata } from '../merge-metadata.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import { operation } from '../operation.js';
import { amountProblem } from './amount-problem.js';
import { attemptConfirmation } from './attempt-confirmation.js';
import { CreateIntentParams } from './intent-params.js';
import { newIntent } from './new-intent.js';
import { saveIntent } from './save-intent.js';
import { supplyPaymentMethod } from './supply-payment-method.js';

const moneyProblem = ({ amount, currency }: CreateIntentParams): ApiError | null =>
  /^[a-z]{3}$/i.test(currency)
    ? amountProblem(amount, currency.toLowerCase())
    : invalidRequest(`Invalid currency: ${currency}.`, {
        code: 'parameter_invalid_string',
        param: 'currency',
      });

const noPaymentMethod = invalidRequest(
  "You cannot confirm this PaymentIntent because it's missing a payment method. Please provide `payment_method` together with `confirm`.",
  { code: 'payment_intent_unexpected_state', param: 'payment_method' },
);

const instrumentOf = (
  call: Call,
  { payment_method, customer, confirm }: CreateIntentParams,
): E.Either<ApiError, Instrument | null> => {
  if (payment_method !== undefined) {
    return supplyPaymentMethod(call, payment_method, customer ?? null);
  }
  return confirm === true ? E.left(noPaymentMethod) : E.right(null);
};

const confirmNow = (
  call: Call,
  params: CreateIntentParams,
  intent: PaymentIntentObject,
  instrument: Instrument,
): E.Either<ApiError, PaymentIntentObject> =>
  attemptConfirmation(
    call,
    {
      intent,
      instrument,
      via: 'confirm',
      authenticated: false,
      returnUrl: params.return_url ?? null,
    },
    params,
  );

/** Creates a payment intent, and confirms it when asked to; declined then, it is still there. */
export const createIntent = operation({
  name: 'createPaymentIntent',
  word: 'create',
  method: 'POST',
  path: '/v1/payment_intents',
  gives: 'payment_intent',
  params: CreateIntentParams,
  charges: ({ confirm }) => confirm === true,
  run: (call) => (params) =>
    pipe(
      moneyProblem(params),
      (problem) => (problem === null ? E.right(null) : E.left(problem)),
      E.flatMap(() => mergeMetadata({}, params.metadata)),
      E.bindTo('metadata'),
      E.tap(() =>
        params.customer === undefined
          ? E.right(null)
          : findCustomer(call, params.customer, 'customer'),
      ),
      E.bind('instrument', () => instrumentOf(call, params)),
      E.flatMap(({ metadata, instrument }) => {
        const id = call.newId('pi');
        const intent = newIntent(params, {
          id,
          secret: call.newId(`${id}_secret`),
          created: call.now,
          paymentMethod: instrument?.id ?? null,
          metadata,
        });
        saveIntent(call, 'payment_intent.created', intent);
        return params.confirm === true && instrument !== null
          ? confirmNow(call, params, intent, instrument)
          : E.right(intent);
      }),
    ),
});
