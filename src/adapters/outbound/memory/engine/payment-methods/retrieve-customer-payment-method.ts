import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { findInstrument } from './find-instrument.js';

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
