import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import type { Instrument } from '../cards/instrument.js';
import { findCustomer } from '../customers/find-customer.js';
import type { ApiError } from '../errors/api-error.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import { operation } from '../operation.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { detachedError } from '../payment-methods/detached-error.js';
import { findInstrument } from '../payment-methods/find-instrument.js';
import { attemptConfirmation } from './attempt-confirmation.js';
import { findIntent } from './find-intent.js';
import { confirmationFields } from './intent-params.js';
import { moveIntent } from './move-intent.js';
import { supplyPaymentMethod } from './supply-payment-method.js';

const ConfirmIntentParams = shape({ payment_intent: text }, confirmationFields);
type ConfirmIntentParams = ParamsOf<typeof ConfirmIntentParams>;

const known = (call: Call, id: string | null): E.Either<ApiError, Instrument> =>
  pipe(
    findInstrument(call, id ?? '', 'payment_method'),
    E.filterOrElse(
      (instrument) => !instrument.detached,
      (instrument) => detachedError(instrument.id),
    ),
  );

type Ready = { readonly intent: PaymentIntentObject; readonly instrument: Instrument };

/** The intent ready for an attempt, and what pays it: what the caller names, else what the intent has. */
const ready = (
  call: Call,
  intent: PaymentIntentObject,
  params: ConfirmIntentParams,
): E.Either<ApiError, Ready> => {
  const { payment_method } = params;
  if (payment_method === undefined) {
    return pipe(
      moveIntent(intent, 'confirm_approved'),
      E.flatMap(() => known(call, intent.payment_method)),
      E.map((instrument) => ({ intent, instrument })),
    );
  }
  return pipe(
    moveIntent(intent, 'payment_method_supplied'),
    E.bindTo('intent'),
    E.bind('instrument', () => supplyPaymentMethod(call, payment_method, intent.customer)),
  );
};

/** Confirms a payment intent: charges it, or starts the customer's authentication. A decline is a 402. */
export const confirmIntent = operation({
  name: 'confirmPaymentIntent',
  word: 'confirm',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/confirm',
  gives: 'payment_intent',
  params: ConfirmIntentParams,
  charges: () => true,
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.tap(({ customer }) =>
        customer === null ? E.right(null) : findCustomer(call, customer, 'customer'),
      ),
      E.flatMap((intent) => ready(call, intent, params)),
      E.flatMap(({ intent, instrument }) =>
        attemptConfirmation(
          call,
          {
            intent: {
              ...intent,
              setup_future_usage: params.setup_future_usage ?? intent.setup_future_usage,
            },
            instrument,
            via: 'confirm',
            authenticated: call.state.authenticated.get(intent.id) === instrument.id,
            returnUrl: params.return_url ?? null,
          },
          params,
        ),
      ),
    ),
});
