import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { operation } from '../operation.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { detachInstrument } from './detach-instrument.js';
import { findInstrument } from './find-instrument.js';
import { toPaymentMethod } from './to-payment-method.js';

/** Takes a payment method from its customer, after which it cannot be used any more. */
export const detachPaymentMethod = operation({
  name: 'detachPaymentMethod',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method/detach',
  gives: 'payment_method',
  params: shape({ payment_method: text }),
  run: (call) => (params) =>
    pipe(
      findInstrument(call, params.payment_method),
      E.filterOrElse(
        ({ customer, kind }) => customer !== null && kind === 'payment_method',
        () =>
          invalidRequest(
            'The payment method you provided is not attached to a customer so detachment is impossible.',
            { param: 'payment_method' },
          ),
      ),
      E.map((instrument) => {
        detachInstrument(call, instrument);
        return toPaymentMethod({ ...instrument, customer: null });
      }),
    ),
});
