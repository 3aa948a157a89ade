import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { createdPageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { listPage } from '../store/list-page.js';
import type { Selection } from '../store/table.js';

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
