import {
  checkCode,
  checkExpiry,
  checkNumber,
  checkPostalCode,
  formatCode,
  formatExpiry,
  formatNumber,
} from '../shared/card-text.js';
import type { ElementType } from '../shared/frame-calls.js';
import type { FieldKind } from './text-field.js';

/** What a field needs to know about the rest of its form. */
type Surroundings = { readonly number: () => string; readonly country: () => string };

const number: Omit<FieldKind, 'shownLabel'> = {
  part: 'number',
  name: 'cardnumber',
  id: 'card-numberInput',
  stableName: 'cardNumber',
  label: 'Credit or debit card number',
  placeholder: '1234 1234 1234 1234',
  autocomplete: 'cc-number',
  inputMode: 'numeric',
  format: formatNumber,
  check: checkNumber,
};

const expiry: Omit<FieldKind, 'shownLabel'> = {
  part: 'expiry',
  name: 'exp-date',
  id: 'card-expiryInput',
  stableName: 'cardExpiry',
  label: 'Credit or debit card expiration date',
  placeholder: 'MM / YY',
  autocomplete: 'cc-exp',
  inputMode: 'numeric',
  format: formatExpiry,
  check: (text) => checkExpiry(text, new Date()),
};

const code = (around: Surroundings): Omit<FieldKind, 'shownLabel'> => ({
  part: 'code',
  name: 'cvc',
  id: 'card-cvcInput',
  stableName: 'cardCvc',
  label: 'Credit or debit card CVC/CVV',
  placeholder: 'CVC',
  autocomplete: 'cc-csc',
  inputMode: 'numeric',
  format: (text) => formatCode(text, around.number()),
  check: (text) => checkCode(text, around.number()),
});

const postal = (around: Surroundings): Omit<FieldKind, 'shownLabel'> => ({
  part: 'postal',
  name: 'postal',
  id: 'card-postalInput',
  stableName: 'postalCode',
  label: 'ZIP',
  placeholder: 'ZIP',
  autocomplete: 'billing postal-code',
  inputMode: 'text',
  format: (text) => text.slice(0, 12),
  check: (text) => checkPostalCode(text, around.country()),
});

const inPaymentElement = (
  kind: Omit<FieldKind, 'shownLabel'>,
  name: string,
  label: string,
  placeholder = kind.placeholder,
): FieldKind => ({
  ...kind,
  name,
  id: `payment-${name}Input`,
  label,
  placeholder,
  shownLabel: true,
});

const hidden = (kind: Omit<FieldKind, 'shownLabel'>): FieldKind => ({ ...kind, shownLabel: false });

/** The fields of an element, in their order. Names and placeholders are those of Stripe.js. */
export const fieldsOfElement = (
  element: ElementType,
  around: Surroundings,
): ReadonlyArray<FieldKind> => {
  switch (element) {
    case 'cardNumber':
      return [hidden(number)];
    case 'cardExpiry':
      return [hidden(expiry)];
    case 'cardCvc':
      return [hidden(code(around))];
    case 'card':
      return [
        hidden({ ...number, placeholder: 'Card number' }),
        hidden(expiry),
        hidden(code(around)),
        hidden(postal(around)),
      ];
    case 'payment':
      return [
        inPaymentElement(number, 'number', 'Card number'),
        inPaymentElement(expiry, 'expiry', 'Expiration date'),
        inPaymentElement(code(around), 'cvc', 'Security code'),
        inPaymentElement(postal(around), 'postalCode', 'Postal code', '12345'),
      ];
  }
};
