import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const GetPayment = input({
  /** Id of the payment intent, `pi_...`. */
  payment_intent: PaymentIntentId,
});
export type GetPayment = InputOf<typeof GetPayment>;

/** Reads a payment intent, without its `client_secret` (decision P8). */
export const getPayment =
  (deps: Pick<PaymentProcessor, 'retrievePaymentIntent'>): UseCase<GetPayment, PaymentIntent> =>
  ({ payment_intent }) =>
    pipe(
      deps.retrievePaymentIntent({ payment_intent }),
      TE.bimap(missingAsNotFound('payment_intent', payment_intent), withoutClientSecret),
    );
