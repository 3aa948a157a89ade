import { flag } from '../../domain/flag.js';
import { CustomerId, PaymentMethodId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import { Euros } from '../../domain/money.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import { ReturnUrl } from '../../domain/return-url.js';
import type { ConfirmationMethod, PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const CreatePaymentIntent = input(
  { customer: CustomerId, amount: Euros, payment_method: PaymentMethodId },
  {
    confirm: flag('Confirm in the same call'),
    return_url: ReturnUrl,
  },
);
export type CreatePaymentIntent = InputOf<typeof CreatePaymentIntent>;

type Dependencies = Pick<PaymentProcessor, 'createPaymentIntent'> & {
  readonly confirmationMethod: ConfirmationMethod;
};

/** Creates a payment intent in euros, for cards only (decision P2). With `confirm` it is charged at once. */
export const createPaymentIntent =
  (deps: Dependencies): UseCase<CreatePaymentIntent, PaymentIntent> =>
  ({ confirm = false, return_url, ...intent }, options) =>
    deps.createPaymentIntent(
      {
        ...intent,
        currency: 'eur',
        confirmation_method: deps.confirmationMethod,
        confirm,
        // The processor takes a return_url only where it may need one: with a confirmation.
        ...(confirm && return_url !== undefined ? { return_url } : {}),
      },
      options,
    );
