import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { attachInstrument } from './attach-instrument.js';
import { findAttachable } from './find-attachable.js';
import { keepPaymentMethod } from './keep-payment-method.js';

/** Gives a payment method to a customer. */
export const attachPaymentMethod = operation({
  name: 'attachPaymentMethod',
  failureAlias: 'attach',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method/attach',
  returns: 'payment_method',
  params: shape({ payment_method: text, customer: text }, notSimulated('customer_account')),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer, 'customer'),
      E.flatMap(({ id }) => findAttachable(call, params.payment_method, id)),
      E.map((found) =>
        toPaymentMethod(attachInstrument(call, keepPaymentMethod(call, found), params.customer)),
      ),
    ),
});
