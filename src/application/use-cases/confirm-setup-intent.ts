import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ConfirmationTokenId, PaymentMethodId, SetupIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { MandateField } from '../../domain/objects/mandate.js';
import { ReturnUrl } from '../../domain/objects/return-url.js';
import type { SetupIntent } from '../../domain/objects/setup-intent.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { checkReturnUrl, type ReturnUrlSchemes } from '../return-url-schemes.js';
import type { UseCase } from '../use-case.js';

export const ConfirmSetupIntent = input(
  {
    /** Id of the setup intent, `seti_...`. */
    setup_intent: SetupIntentId,
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
  },
  { payment_method: 'confirmation_token' },
);
export type ConfirmSetupIntent = InputOf<typeof ConfirmSetupIntent>;

/**
 * Confirms a setup intent: its card is saved, or the customer must authenticate (`requires_action`). After a decline it may be
 * confirmed again with another `payment_method`.
 */
export const confirmSetupIntent =
  (
    deps: Pick<PaymentProcessor, 'confirmSetupIntent'> & ReturnUrlSchemes,
  ): UseCase<ConfirmSetupIntent, SetupIntent> =>
  (confirmation, options) =>
    pipe(
      TE.fromEither(checkReturnUrl(deps, confirmation.return_url)),
      TE.flatMap(() =>
        pipe(
          deps.confirmSetupIntent(confirmation, options),
          TE.mapLeft(missingAsNotFound('setup_intent', confirmation.setup_intent)),
        ),
      ),
    );
