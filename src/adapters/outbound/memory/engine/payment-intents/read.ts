import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { createdPageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer, findIntent } from '../store/find.js';
import { listPage } from '../store/list-page.js';
import type { Selection } from '../store/table.js';

/** Why a client's secret does not give it an intent; `null` when it does, or when none is given. */
export const secretProblem = (
  { client_secret }: PaymentIntentObject,
  given: string | undefined,
): ApiError | null =>
  given === undefined || given === client_secret
    ? null
    : invalidRequest(
        'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
        { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
      );

/** A payment intent. */
export const retrieveIntent = operation({
  name: 'retrievePaymentIntent',
  method: 'GET',
  path: '/v1/payment_intents/:payment_intent',
  returns: 'payment_intent',
  params: shape({ payment_intent: text }, { client_secret: text }),
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.tap((intent) => failIf(secretProblem(intent, params.client_secret))),
    ),
});

const selectionOf = (
  call: RequestContext,
  customer: string | undefined,
): E.Either<ApiError, Selection<'customer'>> =>
  customer === undefined
    ? E.right('all')
    : pipe(
        findCustomer(call, customer, 'customer'),
        E.map(({ id }) => ({ index: 'customer', key: id })),
      );

/** A page of the payment intents, or of those of a customer. */
export const listIntents = operation({
  name: 'listPaymentIntents',
  method: 'GET',
  path: '/v1/payment_intents',
  returns: 'payment_intent',
  list: true,
  params: shape({}, { ...createdPageParams, customer: text, ...notSimulated('customer_account') }),
  run: (call) => (params) =>
    pipe(
      selectionOf(call, params.customer),
      E.flatMap((selection) =>
        listPage({
          table: call.state.intents,
          selection,
          resource: 'payment_intent',
          url: '/v1/payment_intents',
          page: params,
        }),
      ),
    ),
});
