import { type UiLanguage, uiLanguage } from '../shared/language.js';

/** The Spanish of each text in the fields, by its English. */
const spanish = {
  'Credit or debit card number': 'Número de tarjeta de crédito o débito',
  'Credit or debit card expiration date': 'Fecha de caducidad de la tarjeta',
  'Credit or debit card CVC/CVV': 'CVC/CVV de la tarjeta',
  'Card number': 'Número de tarjeta',
  'Expiration date': 'Fecha de caducidad',
  'Security code': 'Código de seguridad',
  'Postal code': 'Código postal',
  ZIP: 'Código postal',
  'MM / YY': 'MM / AA',
  Country: 'País',
  Email: 'Correo electrónico',
  'Full name': 'Nombre completo',
  'Address line 1': 'Dirección',
  'Address line 2': 'Piso, puerta',
  City: 'Ciudad',
  'State or province': 'Provincia',
  IBAN: 'IBAN',
  Phone: 'Teléfono',
  Card: 'Tarjeta',
  'SEPA Debit': 'Adeudo SEPA',
  'Payment method': 'Forma de pago',
} as const;

export type UiText = keyof typeof spanish;

let language: UiLanguage = 'en';

/** The language of this frame. */
export const frameLanguage = (): UiLanguage => language;

/** Chooses the language of this frame, for the locale that the shop wants. */
export const speakLocale = (locale: string | undefined): void => {
  language = uiLanguage(locale, navigator.language);
  document.documentElement.lang = language;
};

/** A text in the language of this frame. A text that is not known, such as a placeholder of digits, stays as it is. */
export const uiText = (text: UiText): string => (language === 'es' ? spanish[text] : text);

export const isUiText = (text: string): text is UiText => Object.hasOwn(spanish, text);
