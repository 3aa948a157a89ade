import type { ErrorFields } from './api.js';

/** The messages of Stripe.js about what the customer typed. */
const messages = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
  incomplete_email: 'Your email is incomplete.',
  incomplete_field: 'This field is incomplete.',
} as const;

export type FieldErrorCode = keyof typeof messages;

export const validationError = (code: FieldErrorCode): ErrorFields => ({
  type: 'validation_error',
  code,
  message: messages[code],
});
