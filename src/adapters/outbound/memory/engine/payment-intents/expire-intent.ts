import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Control } from '../kernel/operation.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findIntent } from '../store/find.js';
import { giveUpIntent } from './give-up-intent.js';

/** An authorization that was not captured in time lapses. */
export const expireIntent: Control<{ readonly payment_intent: string }, PaymentIntentObject> = {
  name: 'expirePaymentIntent',
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.flatMap((intent) => giveUpIntent(call, intent, 'expire', 'automatic')),
    ),
};
