import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import type { Operation } from '../operation.js';
import { findIntent } from './find-intent.js';
import { giveUpIntent } from './give-up-intent.js';

/** An authorization that was not captured in time lapses. */
export const expireIntent: Operation<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'expirePaymentIntent',
  method: 'CONTROL',
  path: '/payment_intents/:payment_intent/expire',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.flatMap((intent) => giveUpIntent(call, intent, 'expire', 'automatic')),
    ),
};
