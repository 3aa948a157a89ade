import { type ApiError, invalidRequest } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { ConfirmIntentParams } from './intent-params.js';

/**
 * Why an intent cannot be confirmed without a `return_url`; `null` when it can. An intent that takes whatever payment
 * method the account has could send its customer to another page, unless the customer is not there.
 */
export const returnUrlProblem = (
  { automatic_payment_methods: automatic }: Pick<PaymentIntentObject, 'automatic_payment_methods'>,
  { return_url, off_session = false }: Pick<ConfirmIntentParams, 'return_url' | 'off_session'>,
): ApiError | null =>
  automatic?.enabled !== true ||
  automatic.allow_redirects === 'never' ||
  return_url !== undefined ||
  off_session !== false
    ? null
    : invalidRequest(
        "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
        { param: 'return_url' },
      );
