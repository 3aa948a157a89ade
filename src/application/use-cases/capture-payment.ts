import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import { Cents } from '../../domain/money.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import { withoutClientSecret } from '../../domain/redact.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const CapturePayment = input(
  {
    /** Id of the payment intent, `pi_...`. */
    payment_intent: PaymentIntentId,
  },
  {
    /** How much to capture, in minor units (cents). Absent: all that was authorized. */
    amount_to_capture: Cents,
  },
);
export type CapturePayment = InputOf<typeof CapturePayment>;

/**
 * Captures an intent in `requires_capture`: `amount_to_capture` minor units, or the whole authorized amount. The rest is
 * released, so an intent is captured once.
 */
export const capturePayment =
  (deps: Pick<PaymentProcessor, 'capturePaymentIntent'>): UseCase<CapturePayment, PaymentIntent> =>
  (capture, options) =>
    pipe(
      deps.capturePaymentIntent(capture, options),
      TE.bimap(missingAsNotFound('payment_intent'), withoutClientSecret),
    );
