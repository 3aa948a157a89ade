import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findCustomer } from '../customers/find-customer.js';
import type { ListObject } from '../objects/list-object.js';
import type { PaymentMethodObject } from '../objects/payment-method-object.js';
import type { Operation } from '../operation.js';
import { listPage, type PageParams } from '../state/list-page.js';
import { toPaymentMethod } from './to-payment-method.js';

/** A page of a customer's payment methods, the cards among them. */
export const listPaymentMethods: Operation<
  PageParams & { readonly customer: string },
  ListObject<PaymentMethodObject>
> = {
  name: 'listPaymentMethods',
  method: 'GET',
  path: '/v1/payment_methods',
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
};
