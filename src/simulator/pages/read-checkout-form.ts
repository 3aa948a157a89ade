import type { HttpRequest } from '../../adapters/inbound/http/core/message.js';
import type { CheckoutMethod } from '../engine/checkout/page-state.js';
import type { SubmitCheckoutParams } from '../engine/checkout/submit.js';
import {
  type CheckoutEntries,
  type CheckoutField,
  type CheckoutProblem,
  checkoutFields,
  checkoutLabel,
  methodField,
} from './checkout-field.js';
import { chosenMethod } from './checkout-methods.js';
import type { CheckoutTexts } from './checkout-texts.js';
import type { CheckoutView } from './checkout-view.js';
import { readFormFields } from './form-fields.js';

/** The form that the customer submits. */
export type CheckoutSubmission = Omit<SubmitCheckoutParams, 'session'>;

const formLimit = 8 * 1024;

/** The entries of the customer. */
export const readEntries = async (request: HttpRequest): Promise<CheckoutEntries> => {
  const form = await readFormFields(request, formLimit);
  return Object.fromEntries(
    checkoutFields.flatMap((name) => {
      const value = form.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
};

const asksForAddress = ({ asksForAddress: asks, shipsTo }: CheckoutView): boolean =>
  asks || shipsTo.length > 0;

const fieldsOf = (method: CheckoutMethod | undefined): ReadonlyArray<CheckoutField> => {
  if (method === undefined) return [];
  const { type, asks } = method;
  return type === 'card'
    ? ['number', 'expiry', 'cvc', 'holder']
    : asks.map((input) => methodField(type, input));
};

const requiredFields = (
  view: CheckoutView,
  entries: CheckoutEntries,
): ReadonlyArray<CheckoutField> => [
  ...(view.email === null ? (['email'] as const) : []),
  ...(view.asksForPhone ? (['phone'] as const) : []),
  ...(view.shipsTo.length > 0 ? (['name'] as const) : []),
  ...(asksForAddress(view) ? (['line1', 'postal_code', 'city', 'country'] as const) : []),
  ...fieldsOf(chosenMethod(view, entries)),
];

type Expiry = { readonly exp_month: number; readonly exp_year: number };

const readExpiry = (entered: string): Expiry | null => {
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})$/.exec(entered) ?? [];
  return month === undefined ? null : { exp_month: Number(month), exp_year: Number(year) };
};

const isWrong = (field: CheckoutField, entry: string): boolean => {
  if (field === 'number') return !/^[\d\s-]{12,30}$/.test(entry);
  if (field === 'cvc') return !/^\d{3,4}$/.test(entry);
  if (field === 'expiry') return readExpiry(entry) === null;
  return field.endsWith('_phone') && !/^\+?[\d\s()-]{6,20}$/.test(entry);
};

/** The fields that are missing or wrong. */
export const entryProblems = (
  texts: CheckoutTexts,
  view: CheckoutView,
  entries: CheckoutEntries,
): ReadonlyArray<CheckoutProblem> =>
  requiredFields(view, entries).flatMap((field) => {
    const entry = entries[field];
    const label = checkoutLabel(texts, field);
    if (entry === undefined) return [{ field, text: texts.missing(label) }];
    return isWrong(field, entry) ? [{ field, text: texts.invalid(label) }] : [];
  });

const cardOf = ({
  number = '',
  expiry = '',
  cvc = '',
  holder = '',
}: CheckoutEntries): CheckoutSubmission => {
  const { exp_month = 0, exp_year = 0 } = readExpiry(expiry) ?? {};
  return {
    card: { number: number.replaceAll(/[\s-]/g, ''), exp_month, exp_year, cvc },
    name: holder,
  };
};

const meansOf = (view: CheckoutView, entries: CheckoutEntries): CheckoutSubmission => {
  const chosen = chosenMethod(view, entries);
  if (chosen === undefined || chosen.type === 'card') return cardOf(entries);
  const { type } = chosen;
  const iban = entries[methodField(type, 'iban')];
  const name = entries[methodField(type, 'name')];
  const phone = entries[methodField(type, 'phone')];
  return {
    method: { type, ...(iban === undefined ? {} : { [type]: { iban } }) },
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
  };
};

/** The submission of a form without mistakes. */
export const submissionOf = (view: CheckoutView, entries: CheckoutEntries): CheckoutSubmission => {
  const { name = '', email, phone, shipping_rate } = entries;
  const { line1 = '', postal_code = '', city = '', country = '' } = entries;
  const address = { line1, postal_code, city, country };
  return {
    ...(phone === undefined ? {} : { phone }),
    ...meansOf(view, entries),
    ...(email === undefined ? {} : { email }),
    ...(asksForAddress(view) ? { address } : {}),
    ...(view.shipsTo.length > 0 ? { shipping: { name, address } } : {}),
    ...(shipping_rate === undefined ? {} : { shipping_rate }),
  };
};
