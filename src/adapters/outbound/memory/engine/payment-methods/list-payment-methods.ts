import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findCustomer } from '../customers/find-customer.js';
import { operation } from '../operation.js';
import { oneOf } from '../params/one-of.js';
import { pageParams } from '../params/page-params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { listPage } from '../state/list-page.js';
import { toPaymentMethod } from './to-payment-method.js';

/** A page of a customer's payment methods, the cards among them. */
export const listPaymentMethods = operation({
  name: 'listPaymentMethods',
  method: 'GET',
  path: '/v1/payment_methods',
  gives: 'payment_method',
  list: true,
  params: shape({ customer: text }, { ...pageParams, type: oneOf('card') }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer, 'customer'),
      E.flatMap(({ id }) =>
        listPage({
          table: call.state.instruments,
          selection: { index: 'customer', key: id },
          resource: 'payment_method',
          url: '/v1/payment_methods',
          page: params,
        }),
      ),
      E.map((list) => ({ ...list, data: list.data.map(toPaymentMethod) })),
    ),
});
