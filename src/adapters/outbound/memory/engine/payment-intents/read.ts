import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failIf } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findIntent, findOptionalCustomer } from '../store/find.js';
import { listPage } from '../store/list-page.js';
import { secretProblem } from './intent-record.js';

export const retrieveIntent = operation({
  name: 'retrievePaymentIntent',
  method: 'GET',
  path: '/v1/payment_intents/:payment_intent',
  returns: 'payment_intent',
  params: shape({ payment_intent: textParam }, { client_secret: textParam }),
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.tap((intent) => failIf(secretProblem(intent, params.client_secret))),
    ),
});

export const listIntents = operation({
  name: 'listPaymentIntents',
  method: 'GET',
  path: '/v1/payment_intents',
  returns: 'payment_intent',
  list: true,
  params: shape(
    {},
    { ...createdPageParams, customer: textParam, ...notSimulated('customer_account') },
  ),
  run: (context) => (params) =>
    pipe(
      findOptionalCustomer(context, params.customer),
      E.flatMap((customer) =>
        listPage({
          table: context.state.intents,
          selection: customer === null ? 'all' : { index: 'customer', key: customer.id },
          resource: 'payment_intent',
          url: '/v1/payment_intents',
          page: params,
        }),
      ),
    ),
});
