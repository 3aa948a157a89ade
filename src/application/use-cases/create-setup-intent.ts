import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ConfirmationTokenId, CustomerId, PaymentMethodId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { flag, oneOf, text } from '../../domain/input/primitives.js';
import { MandateField } from '../../domain/objects/mandate.js';
import { NewMetadata } from '../../domain/objects/metadata.js';
import { setupFutureUsages } from '../../domain/objects/payment-intent.js';
import { PaymentMethodsField } from '../../domain/objects/payment-methods.js';
import { ReturnUrl } from '../../domain/objects/return-url.js';
import type { SetupIntent } from '../../domain/objects/setup-intent.js';
import { confirmedOnPage } from '../confirmed-on-page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { checkReturnUrl, type ReturnUrlSchemes } from '../return-url-schemes.js';
import type { UseCase } from '../use-case.js';

export const CreateSetupIntent = input(
  {
    /** Id of the customer, `cus_...`. May be left out with `payment_methods`. */
    customer: CustomerId,
  },
  {
    /** Id of a payment method or card, `pm_...` or `card_...`. */
    payment_method: PaymentMethodId,
    /**
     * In place of `payment_method`: what the customer may set up on your page, where the customer confirms. `'automatic'` is what the
     * account has enabled; a list names types, such as `['card', 'sepa_debit']`.
     */
    payment_methods: PaymentMethodsField,
    /** The choice of the customer, sent by your page: `ctoken_...`. With `payment_methods` and `confirm: true`. */
    confirmation_token: ConfirmationTokenId,
    /** The customer's agreement to a direct debit. With `confirmation_token`, for methods that need it. */
    mandate: MandateField,
    /** Whether to confirm in the same call. Default: `false`. */
    confirm: flag('Confirm in the same call'),
    /** The page that the customer comes back to after 3D Secure: an `https` or `http` URL. */
    return_url: ReturnUrl,
    /** How the card will be used later: with the customer present (`on_session`) or not. Default: `off_session`. */
    usage: oneOf(
      setupFutureUsages,
      'How the card will be used later: with the customer present or not. Default: `off_session`',
    ),
    /** Your own texts by name. `metadata.pasarela_key` is not yours. */
    metadata: NewMetadata,
    /** Describes it. Customers may see it. */
    description: text('Describes the setup'),
  },
  {},
  [],
  confirmedOnPage(['payment_method']),
);
export type CreateSetupIntent = InputOf<typeof CreateSetupIntent>;

/**
 * Creates a setup intent: for a card, which `confirm: true` sets up in the same call, or with `payment_methods` for what the customer
 * chooses.
 */
export const createSetupIntent =
  (
    deps: Pick<PaymentProcessor, 'createSetupIntent'> & ReturnUrlSchemes,
  ): UseCase<CreateSetupIntent, SetupIntent> =>
  ({ confirm = false, ...intent }, options) =>
    // The processor takes a `return_url` only with a confirmation.
    intent.return_url !== undefined && !confirm
      ? TE.left({
          _tag: 'InvalidInput',
          field: 'return_url',
          refusal: { _tag: 'OnlyWith', other: 'confirm' },
        })
      : pipe(
          TE.fromEither(checkReturnUrl(deps, intent.return_url)),
          TE.flatMap(() => deps.createSetupIntent({ ...intent, confirm }, options)),
        );
