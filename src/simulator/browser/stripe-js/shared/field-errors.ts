import type { ErrorFields } from './api.js';
import type { UiLanguage } from './language.js';

// The messages of Stripe.js about texts that the customer typed.
const english = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
  incomplete_email: 'Your email is incomplete.',
  incomplete_iban: 'The IBAN you entered is incomplete.',
  invalid_iban: 'The IBAN you entered is invalid.',
  incomplete_field: 'This field is incomplete.',
  incomplete_payment_details: 'Please provide complete payment details.',
} as const;

export type FieldErrorCode = keyof typeof english;

const messages: { readonly [L in UiLanguage]: { readonly [C in FieldErrorCode]: string } } = {
  en: english,
  es: {
    incomplete_number: 'El número de tu tarjeta está incompleto.',
    invalid_number: 'El número de tu tarjeta no es válido.',
    incomplete_expiry: 'La fecha de caducidad de tu tarjeta está incompleta.',
    invalid_expiry_month_past: 'La fecha de caducidad de tu tarjeta ya ha pasado.',
    invalid_expiry_year_past: 'El año de caducidad de tu tarjeta ya ha pasado.',
    invalid_expiry_year: 'El año de caducidad de la tarjeta no es válido.',
    incomplete_cvc: 'El código de seguridad de tu tarjeta está incompleto.',
    incomplete_zip: 'Tu código postal está incompleto.',
    incomplete_email: 'Tu correo electrónico está incompleto.',
    incomplete_iban: 'El IBAN que has escrito está incompleto.',
    invalid_iban: 'El IBAN que has escrito no es válido.',
    incomplete_field: 'Este campo está incompleto.',
    incomplete_payment_details: 'Indica todos los datos de pago.',
  },
};

export const validationError = (code: FieldErrorCode, language: UiLanguage): ErrorFields => ({
  type: 'validation_error',
  code,
  message: messages[language][code],
});
