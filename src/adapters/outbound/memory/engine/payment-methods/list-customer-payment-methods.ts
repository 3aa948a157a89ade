import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { pageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { pageOfPaymentMethods } from './page-of-payment-methods.js';
import { paymentMethodType } from './payment-method-type.js';

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
