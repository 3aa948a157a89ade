import * as TE from 'fp-ts/lib/TaskEither.js';
import { captureMethods } from '../../domain/capture-method.js';
import { flag } from '../../domain/flag.js';
import { CustomerId, PaymentMethodId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import { NewMetadata } from '../../domain/metadata.js';
import { Euros } from '../../domain/money.js';
import { oneOf } from '../../domain/one-of.js';
import type { InvalidInput } from '../../domain/payment-error.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import { ReturnUrl } from '../../domain/return-url.js';
import { setupFutureUsages } from '../../domain/setup-future-usage.js';
import { ShippingField } from '../../domain/shipping.js';
import { text } from '../../domain/text.js';
import type { ConfirmationMethod, PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const CreatePaymentIntent = input(
  { customer: CustomerId, amount: Euros, payment_method: PaymentMethodId },
  {
    confirm: flag('Confirm in the same call'),
    return_url: ReturnUrl,
    metadata: NewMetadata,
    description: text('What the payment is for. Customers may see it'),
    receipt_email: text('Where the processor sends its receipt'),
    statement_descriptor_suffix: text(
      "The end of what the customer's statement says, after the prefix of the account: Latin characters, a letter among them, 22 with the prefix, none of `<>\\'\"*`",
    ),
    shipping: ShippingField,
    capture_method: oneOf(
      captureMethods,
      'When the money is taken: with the confirmation, or with `manual` later, by a capture',
    ),
    setup_future_usage: oneOf(
      setupFutureUsages,
      'That the payment method is to be used again, and whether the customer is there then',
    ),
    off_session: flag('The customer is not there to authenticate. Only with `confirm: true`'),
  },
);
export type CreatePaymentIntent = InputOf<typeof CreatePaymentIntent>;

type Dependencies = Pick<PaymentProcessor, 'createPaymentIntent'> & {
  readonly confirmationMethod: ConfirmationMethod;
};

// What the processor takes only where it may need it: with a confirmation.
const onlyWithConfirm = (field: 'off_session' | 'return_url'): InvalidInput => ({
  _tag: 'InvalidInput',
  field,
  refusal: { _tag: 'OnlyWith', other: 'confirm' },
});

/** Creates a payment intent in euros, for cards only (decision P2). With `confirm` it is charged at once. */
export const createPaymentIntent =
  (deps: Dependencies): UseCase<CreatePaymentIntent, PaymentIntent> =>
  ({ confirm = false, off_session = false, ...intent }, options) => {
    if (off_session && !confirm) return TE.left(onlyWithConfirm('off_session'));
    if (intent.return_url !== undefined && !confirm) {
      return TE.left(onlyWithConfirm('return_url'));
    }
    return deps.createPaymentIntent(
      {
        ...intent,
        currency: 'eur',
        confirmation_method: deps.confirmationMethod,
        confirm,
        ...(off_session ? { off_session } : {}),
      },
      options,
    );
  };
