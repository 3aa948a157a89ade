import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import type { ApiError } from './api-error.js';

/** A failure with the intent that it is about. */
export const withIntent =
  (payment_intent: PaymentIntentObject) =>
  ({ status, error }: ApiError): ApiError => ({ status, error: { ...error, payment_intent } });
