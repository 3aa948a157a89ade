import type { PaymentMethodData } from '../payment-methods/payment-method-data.js';
import { redactPaymentMethodData } from '../payment-methods/redact-payment-method-data.js';

/** What an idempotency key remembers of what is said about an intent. */
export const redactIntentParams = ({
  payment_method_data: data,
  ...rest
}: {
  readonly payment_method_data?: PaymentMethodData;
}): unknown => ({
  ...rest,
  payment_method_data: data === undefined ? null : redactPaymentMethodData(data),
});
