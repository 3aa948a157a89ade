import type { ElementType } from '../shared/frame-calls.js';
import type { Fields } from '../shared/json.js';
import type { FormParts } from './form-group.js';
import type { FieldPart } from './text-field.js';

/** The texts that the customer typed into the fields of a frame. */
export type TypedForm = {
  readonly type: ElementType;
  /** Of an address: `billing` or `shipping`. */
  readonly mode: unknown;
  /** The text of a field; `undefined` if the element does not ask for it. */
  readonly text: (part: FieldPart) => string | undefined;
  readonly country: string | undefined;
  /** The payment method that the customer has chosen. */
  readonly method: string;
  readonly acceptsMandate: boolean;
};

const addressOf = ({ text, country }: TypedForm): Fields => ({
  line1: text('line1'),
  line2: text('line2'),
  city: text('city'),
  state: text('state'),
  postal_code: text('postal'),
  ...(country === undefined ? {} : { country }),
});

/** A text that is not asked for, or stays empty, must not replace the one of the shop. */
const filled = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, text]) => text !== undefined && text !== ''),
  );

/** The parts of a form in a request. */
export const partsOf = (form: TypedForm): FormParts => {
  const { type, mode, text } = form;
  const contact = {
    ...filled({ name: text('name'), email: text('email'), phone: text('phone') }),
    address: filled(addressOf(form)),
  };
  if (type === 'address' && mode === 'shipping') return { shipping: contact };
  const card = { number: text('number'), expiry: text('expiry'), code: text('code') };
  if (type === 'iban')
    return { method: 'sepa_debit', iban: text('iban') ?? '', acceptsMandate: true };
  const other =
    type === 'payment'
      ? { method: form.method, iban: text('iban'), acceptsMandate: form.acceptsMandate }
      : {};
  return { ...filled({ ...card, ...other }), billing: contact };
};

/** The contents of the element's events for the shop. */
export const valueOf = (form: TypedForm): Fields => {
  switch (form.type) {
    case 'address':
      return { name: form.text('name'), address: addressOf(form) };
    case 'linkAuthentication':
      return { email: form.text('email') };
    case 'payment':
      return { type: form.method };
    case 'iban':
      return { country: form.text('iban')?.slice(0, 2) ?? '' };
    default:
      return { postalCode: form.text('postal') ?? '' };
  }
};
