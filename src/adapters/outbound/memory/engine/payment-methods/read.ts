import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { type ApiError, noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ListObject } from '../objects/object.js';
import type { PaymentMethodObject } from '../objects/payment-method.js';
import { pageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { listPage, type PageParams } from '../store/list-page.js';
import { findInstrument } from './instruments.js';
import { paymentMethodType } from './params.js';

/** A payment method, or a customer's card as one. */
export const retrievePaymentMethod = operation({
  name: 'retrievePaymentMethod',
  method: 'GET',
  path: '/v1/payment_methods/:payment_method',
  returns: 'payment_method',
  params: shape({ payment_method: text }),
  run: (call) => (params) =>
    pipe(findInstrument(call, params.payment_method), E.map(toPaymentMethod)),
});

/** A payment method of the customer of the path, or one of the cards as one. */
export const retrieveCustomerPaymentMethod = operation({
  name: 'retrieveCustomerPaymentMethod',
  method: 'GET',
  path: '/v1/customers/:customer/payment_methods/:payment_method',
  returns: 'payment_method',
  params: shape({ customer: text, payment_method: text }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(({ id }) =>
        pipe(
          findInstrument(call, params.payment_method),
          E.filterOrElse(
            ({ customer }) => customer === id,
            () => noSuch('payment_method', params.payment_method),
          ),
        ),
      ),
      E.map(toPaymentMethod),
    ),
});

/** A page of a customer's payment methods, the cards among them. */
const pageOfPaymentMethods = (
  call: RequestContext,
  customer: string,
  { url, page }: { readonly url: string; readonly page: PageParams },
): E.Either<ApiError, ListObject<PaymentMethodObject>> =>
  pipe(
    listPage({
      table: call.state.instruments,
      selection: { index: 'customer', key: customer },
      resource: 'payment_method',
      url,
      page,
      holds: (row) => row.customer === customer,
    }),
    E.map((list) => ({ ...list, data: list.data.map(toPaymentMethod) })),
  );

const url = '/v1/payment_methods';

/** A page of a customer's payment methods, the cards among them. */
export const listPaymentMethods = operation({
  name: 'listPaymentMethods',
  method: 'GET',
  path: url,
  returns: 'payment_method',
  list: true,
  params: shape(
    { customer: text },
    {
      ...pageParams,
      type: paymentMethodType,
      ...notSimulated('allow_redisplay', 'customer_account'),
    },
  ),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer, 'customer'),
      E.flatMap(({ id }) => pageOfPaymentMethods(call, id, { url, page: params })),
    ),
});

/** A page of the payment methods of the customer of the path, the cards among them. */
export const listCustomerPaymentMethods = operation({
  name: 'listCustomerPaymentMethods',
  method: 'GET',
  path: '/v1/customers/:customer/payment_methods',
  returns: 'payment_method',
  list: true,
  params: shape(
    { customer: text },
    { ...pageParams, type: paymentMethodType, ...notSimulated('allow_redisplay') },
  ),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(({ id }) =>
        pageOfPaymentMethods(call, id, {
          url: `/v1/customers/${id}/payment_methods`,
          page: params,
        }),
      ),
    ),
});
