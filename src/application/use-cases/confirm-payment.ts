import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ConfirmationTokenId, PaymentIntentId, PaymentMethodId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { flag } from '../../domain/input/primitives.js';
import { MandateField } from '../../domain/objects/mandate.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import { ReturnUrl } from '../../domain/objects/return-url.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { checkReturnUrl, type ReturnUrlSchemes } from '../return-url-schemes.js';
import type { UseCase } from '../use-case.js';

export const ConfirmPayment = input(
  {
    /** Id of the payment intent, `pi_...`. */
    payment_intent: PaymentIntentId,
  },
  {
    /** Id of a payment method or card, `pm_...` or `card_...`. */
    payment_method: PaymentMethodId,
    /** In place of `payment_method`: the choice of the customer, sent by your page, `ctoken_...`. */
    confirmation_token: ConfirmationTokenId,
    /** The customer's agreement to a direct debit, for methods that need it. */
    mandate: MandateField,
    /** The page that the customer comes back to after 3D Secure: an `https` or `http` URL. */
    return_url: ReturnUrl,
    /** Whether the customer is absent, and cannot authenticate. Only with a confirmation. */
    off_session: flag('The customer is not present to authenticate'),
  },
  { payment_method: 'confirmation_token' },
);
export type ConfirmPayment = InputOf<typeof ConfirmPayment>;

/**
 * Confirms a payment intent: it is charged, or the customer must authenticate (`requires_action`). After a decline it may be
 * confirmed again with another `payment_method`.
 */
export const confirmPayment =
  (
    deps: Pick<PaymentProcessor, 'confirmPaymentIntent'> & ReturnUrlSchemes,
  ): UseCase<ConfirmPayment, PaymentIntent> =>
  ({ off_session = false, ...confirmation }, options) =>
    pipe(
      TE.fromEither(checkReturnUrl(deps, confirmation.return_url)),
      TE.flatMap(() =>
        pipe(
          deps.confirmPaymentIntent(
            { ...confirmation, ...(off_session ? { off_session } : {}) },
            options,
          ),
          TE.mapLeft(missingAsNotFound('payment_intent', confirmation.payment_intent)),
        ),
      ),
    );
