import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { operation } from '../kernel/operation.js';
import { makePaymentMethod } from './make-payment-method.js';
import { paymentMethodData } from './payment-method-data.js';
import { redactPaymentMethodData } from './redact-payment-method-data.js';

/** Makes a payment method of a card or of a token. */
export const createPaymentMethod = operation({
  name: 'createPaymentMethod',
  failureAlias: 'tokenize',
  method: 'POST',
  path: '/v1/payment_methods',
  returns: 'payment_method',
  params: paymentMethodData,
  remembered: redactPaymentMethodData,
  run: (call) => (params) => pipe(makePaymentMethod(call, params), E.map(toPaymentMethod)),
});
