import { checkEmail, checkPostalCode, type TextState } from '../shared/card-text.js';
import { checkIban, formatIban } from '../shared/iban-text.js';
import { type Fields, fieldsOf } from '../shared/json.js';
import type { Surroundings } from './card-fields.js';
import { methodForm } from './method-forms.js';
import type { FieldKind, FieldPart } from './text-field.js';

const anyText = (text: string): TextState => (text.trim() === '' ? 'empty' : 'complete');

type Given = Pick<FieldKind, 'label' | 'autocomplete'> & Partial<FieldKind>;

/** A field by the name that its input has in Stripe.js. */
const textField = (part: FieldPart, name: string, given: Given): FieldKind => ({
  part,
  name,
  id: `Field-${name}Input`,
  stableName: name,
  placeholder: '',
  inputMode: 'text',
  format: (text) => text,
  check: anyText,
  whenEmpty: 'incomplete_field',
  shownLabel: true,
  ...given,
});

const email = textField('email', 'email', {
  label: 'Email',
  placeholder: 'you@example.com',
  autocomplete: 'email',
  inputMode: 'email',
  check: checkEmail,
  whenEmpty: 'incomplete_email',
});

export const emailFields: ReadonlyArray<FieldKind> = [email];

const iban = textField('iban', 'iban', {
  label: 'IBAN',
  placeholder: 'ES00 0000 0000 0000 0000 0000',
  autocomplete: 'off',
  format: formatIban,
  check: checkIban,
  whenEmpty: 'incomplete_iban',
});

/** The field of the IBAN element, which stands alone in a line. */
export const ibanFields: ReadonlyArray<FieldKind> = [{ ...iban, shownLabel: false }];

const isOptedOut = (options: Fields, name: string): boolean => {
  const { billingDetails } = fieldsOf(options['fields']);
  return billingDetails === 'never' || fieldsOf(billingDetails)[name] === 'never';
};

/** The fields of payment methods besides cards. Those of the billing details are not asked for if the shop has them. */
export const fieldsOfMethods = ({
  method,
  savesMethod,
}: Pick<Surroundings, 'method' | 'savesMethod'>): ReadonlyArray<FieldKind> => {
  const isNeeded = (part: FieldPart): boolean => {
    const { fields, saved } = methodForm(method());
    return fields.includes(part) || (savesMethod() && saved.includes(part));
  };
  const kinds = [
    iban,
    textField('phone', 'phone', {
      label: 'Phone',
      placeholder: '+34 600 000 000',
      autocomplete: 'tel',
      inputMode: 'tel',
    }),
    textField('name', 'name', { label: 'Full name', autocomplete: 'name' }),
    email,
  ];
  return kinds.map((kind) => ({
    ...kind,
    isAsked: (options) => isNeeded(kind.part) && !isOptedOut(options, kind.part),
  }));
};

/** The fields of an address besides its country, which stands below the name. */
export const addressFields = (country: () => string): ReadonlyArray<FieldKind> => [
  textField('name', 'name', { label: 'Full name', autocomplete: 'name' }),
  textField('line1', 'addressLine1', { label: 'Address line 1', autocomplete: 'address-line1' }),
  textField('line2', 'addressLine2', {
    label: 'Address line 2',
    autocomplete: 'address-line2',
    whenEmpty: null,
  }),
  textField('city', 'locality', { label: 'City', autocomplete: 'address-level2' }),
  textField('state', 'administrativeArea', {
    label: 'State or province',
    autocomplete: 'address-level1',
    whenEmpty: null,
  }),
  textField('postal', 'postalCode', {
    label: 'Postal code',
    autocomplete: 'postal-code',
    check: (text) => checkPostalCode(text, country()),
    whenEmpty: 'incomplete_zip',
  }),
];
