import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findInstrument } from './find-instrument.js';

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
