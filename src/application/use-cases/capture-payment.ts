import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { AmountMinor } from '../../domain/money/amount.js';
import { AmountOfOther } from '../../domain/money/whole-units.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import { amountInMinorUnits } from '../amount-in-minor-units.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { readBeforeChange } from '../read-before-change.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const CapturePayment = input(
  {
    /** Id of the payment intent, `pi_...`. */
    payment_intent: PaymentIntentId,
  },
  {
    /** How much to capture, as text in whole units of the payment's currency: `'19.99'`. Absent: all that was authorized. */
    amount: AmountOfOther,
    /** In place of `amount`: how much to capture, in minor units such as cents: 1999 is 19.99 euros, or 1999 yen. */
    amount_minor: AmountMinor,
  },
  { amount: 'amount_minor' },
);
export type CapturePayment = InputOf<typeof CapturePayment>;

type Dependencies = Pick<PaymentProcessor, 'capturePaymentIntent' | 'retrievePaymentIntent'>;

/**
 * Captures an intent in `requires_capture`: the given amount, or the whole authorized amount. The rest is released, so an intent is
 * captured once. An amount in whole units needs the intent's currency, which is read first.
 */
export const capturePayment =
  (deps: Dependencies): UseCase<CapturePayment, PaymentIntent> =>
  ({ payment_intent, ...given }, options) =>
    pipe(
      given.amount === undefined
        ? TE.right('')
        : pipe(
            readBeforeChange(deps.retrievePaymentIntent({ payment_intent })),
            TE.bimap(
              missingAsNotFound('payment_intent', payment_intent),
              ({ currency }) => currency,
            ),
          ),
      TE.flatMapEither((currency) => amountInMinorUnits(given, currency)),
      TE.flatMap((amount) =>
        pipe(
          deps.capturePaymentIntent(
            { payment_intent, ...(amount === undefined ? {} : { amount_to_capture: amount }) },
            options,
          ),
          TE.bimap(missingAsNotFound('payment_intent', payment_intent), withoutClientSecret),
        ),
      ),
    );
