import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { PaymentMethodObject } from '../objects/payment-method-object.js';
import type { Operation } from '../operation.js';
import { findInstrument } from './find-instrument.js';
import { toPaymentMethod } from './to-payment-method.js';

/** A payment method, or a customer's card as one. */
export const retrievePaymentMethod: Operation<
  { readonly payment_method: string },
  PaymentMethodObject
> = {
  name: 'retrievePaymentMethod',
  method: 'GET',
  path: '/v1/payment_methods/:payment_method',
  run: (call) => (params) =>
    pipe(findInstrument(call, params.payment_method), E.map(toPaymentMethod)),
};
