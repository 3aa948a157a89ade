import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { attachProblem } from '../cards/attach-problem.js';
import type { Instrument } from '../cards/instrument.js';
import { findCustomer } from '../customers/find-customer.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { operation } from '../operation.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { attachInstrument } from './attach-instrument.js';
import { detachedError } from './detached-error.js';
import { findPaymentMethod } from './find-payment-method.js';
import { toPaymentMethod } from './to-payment-method.js';

const attachable = (instrument: Instrument, customer: string): E.Either<ApiError, null> => {
  if (instrument.detached) return E.left(detachedError(instrument.id));
  return instrument.customer === null || instrument.customer === customer
    ? E.right(null)
    : E.left(
        invalidRequest('The payment method you provided has already been attached to a customer.', {
          code: 'payment_method_already_attached',
          param: 'payment_method',
        }),
      );
};

/** Gives a payment method to a customer. */
export const attachPaymentMethod = operation({
  name: 'attachPaymentMethod',
  word: 'attach',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method/attach',
  gives: 'payment_method',
  params: shape({ payment_method: text, customer: text }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer, 'customer'),
      E.flatMap(() => findPaymentMethod(call, params.payment_method)),
      E.tap(({ instrument }) => attachable(instrument, params.customer)),
      E.tap(({ instrument }) => attachProblem(instrument.face)),
      E.map(({ instrument }) =>
        toPaymentMethod(attachInstrument(call, instrument, params.customer)),
      ),
    ),
});
