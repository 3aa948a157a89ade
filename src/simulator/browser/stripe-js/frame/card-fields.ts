import {
  checkCode,
  checkExpiry,
  checkNumber,
  checkPostalCode,
  formatCode,
  formatExpiry,
  formatNumber,
} from '../shared/card-text.js';
import type { CardElementType } from '../shared/frame-calls.js';
import { type Fields, fieldsOf } from '../shared/json.js';
import { takesPostalCode } from './countries.js';
import type { FieldKind } from './text-field.js';
import type { UiText } from './ui-texts.js';

/** The rest of its form, for a field. */
export type Surroundings = {
  readonly number: () => string;
  readonly country: () => string;
  /** The payment method that the customer has chosen. */
  readonly method: () => string;
  /** Whether the payment method is saved for later payments. */
  readonly savesMethod: () => boolean;
  /** Whether another element of the group asks for the billing address. */
  readonly hasBillingAddress: () => boolean;
};

type CardField = Omit<FieldKind, 'shownLabel'>;

const number: CardField = {
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
  whenEmpty: 'incomplete_number',
};

const expiry: CardField = {
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
  whenEmpty: 'incomplete_expiry',
};

const code = (around: Surroundings): CardField => ({
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
  whenEmpty: 'incomplete_cvc',
});

const postal = (around: Surroundings): CardField => ({
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
  whenEmpty: 'incomplete_zip',
});

const inPaymentElement = (
  kind: CardField,
  name: string,
  label: UiText,
  placeholder = kind.placeholder,
): FieldKind => ({
  ...kind,
  name,
  id: `payment-${name}Input`,
  label,
  placeholder,
  shownLabel: true,
});

const inLine = (kind: CardField): FieldKind => ({ ...kind, shownLabel: false });

/**
 * Whether the payment element asks for a part of the address: not if the shop collects it, and says `never`, and with a card not
 * if it says `if_required`.
 */
export const asksForAddress = (
  options: Fields,
  part: 'country' | 'postalCode',
  method = 'card',
): boolean => {
  const { billingDetails } = fieldsOf(options['fields']);
  const { address } = fieldsOf(billingDetails);
  if (method === 'card' && address === 'if_required') return false;
  return ![billingDetails, address, fieldsOf(address)[part]].includes('never');
};

/** The fields of the elements for cards, in their order. Names and placeholders are those of Stripe.js. */
export const cardElementFields = (
  element: CardElementType,
  around: Surroundings,
): ReadonlyArray<FieldKind> => {
  switch (element) {
    case 'cardNumber':
      return [inLine(number)];
    case 'cardExpiry':
      return [inLine(expiry)];
    case 'cardCvc':
      return [inLine(code(around))];
    case 'card':
      return [
        inLine({ ...number, placeholder: 'Card number' }),
        inLine(expiry),
        inLine(code(around)),
        inLine({
          ...postal(around),
          isAsked: ({ hidePostalCode }) => hidePostalCode !== true,
        }),
      ];
    case 'payment':
      return [
        inPaymentElement(number, 'number', 'Card number'),
        inPaymentElement(expiry, 'expiry', 'Expiration date'),
        inPaymentElement(code(around), 'cvc', 'Security code'),
        {
          ...inPaymentElement(postal(around), 'postalCode', 'Postal code', '12345'),
          isAsked: (options, country) =>
            asksForAddress(options, 'postalCode') &&
            takesPostalCode(country) &&
            !around.hasBillingAddress(),
        },
      ];
  }
};
