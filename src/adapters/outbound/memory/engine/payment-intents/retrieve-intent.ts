import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import type { Operation } from '../operation.js';
import { findIntent } from './find-intent.js';

/** A payment intent. */
export const retrieveIntent: Operation<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'retrievePaymentIntent',
  method: 'GET',
  path: '/v1/payment_intents/:payment_intent',
  run: (call) => (params) => findIntent(call, params.payment_intent),
};
