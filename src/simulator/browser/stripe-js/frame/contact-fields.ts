import { checkEmail, checkPostalCode, type TextState } from '../shared/card-text.js';
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

export const emailFields: ReadonlyArray<FieldKind> = [
  textField('email', 'email', {
    id: 'Field-emailInput',
    label: 'Email',
    placeholder: 'you@example.com',
    autocomplete: 'email',
    inputMode: 'email',
    check: checkEmail,
    whenEmpty: 'incomplete_email',
  }),
];

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
