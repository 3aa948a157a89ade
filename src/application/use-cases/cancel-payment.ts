import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { oneOf } from '../../domain/input/primitives.js';
import { cancellationReasons, type PaymentIntent } from '../../domain/objects/payment-intent.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const CancelPayment = input(
  {
    /** Id of the payment intent, `pi_...`. */
    payment_intent: PaymentIntentId,
  },
  {
    /** Why it is canceled. */
    cancellation_reason: oneOf(cancellationReasons, 'Why the payment is canceled'),
  },
);
export type CancelPayment = InputOf<typeof CancelPayment>;

/** Cancels a payment intent that has not succeeded. */
export const cancelPayment =
  (deps: Pick<PaymentProcessor, 'cancelPaymentIntent'>): UseCase<CancelPayment, PaymentIntent> =>
  (cancellation, options) =>
    pipe(
      deps.cancelPaymentIntent(cancellation, options),
      TE.bimap(
        missingAsNotFound('payment_intent', cancellation.payment_intent),
        withoutClientSecret,
      ),
    );
