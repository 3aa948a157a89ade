import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { secretProblem } from '../intents/refusals.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findIntent, findOptionalCustomer } from '../store/find.js';

export const retrieveIntent = operation({
  name: 'retrievePaymentIntent',
  method: 'GET',
  path: '/v1/payment_intents/:payment_intent',
  returns: 'payment_intent',
  params: shape({ payment_intent: textParam }, { client_secret: textParam }),
  run: (context) => (params) => {
    const found = findIntent(context, params.payment_intent);
    if (E.isLeft(found)) return found;
    const problem = secretProblem('PaymentIntent', found.right, params.client_secret);
    return problem === null ? found : E.left(problem);
  },
});

export const listIntents = listOperation({
  name: 'listPaymentIntents',
  path: '/v1/payment_intents',
  returns: 'payment_intent',
  params: shape(
    {},
    { ...createdPageParams, customer: textParam, ...notSimulated('customer_account') },
  ),
  table: ({ intents }) => intents,
  resource: 'payment_intent',
  select: (context, params) =>
    pipe(
      findOptionalCustomer(context, params.customer),
      E.map((customer) =>
        customer === null ? 'all' : ({ index: 'customer', key: customer.id } as const),
      ),
    ),
  show: (intent) => intent,
});
