import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { pageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { pageOfPaymentMethods } from './page-of-payment-methods.js';
import { paymentMethodType } from './payment-method-type.js';

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
