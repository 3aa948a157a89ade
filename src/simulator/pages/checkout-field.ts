import { escapeHtml } from '../../adapters/inbound/http/core/html-page.js';
import type { Language } from '../../adapters/inbound/http/core/language.js';
import { type CheckoutInput, checkoutInputs } from '../engine/checkout/page-state.js';
import {
  type SimulatedMethodType,
  simulatedMethodTypes,
} from '../engine/objects/payment-method.js';
import type { CheckoutTexts } from './checkout-texts.js';

const ownFields = [
  'email',
  'phone',
  'name',
  'line1',
  'postal_code',
  'city',
  'country',
  'shipping_rate',
  'method',
  'number',
  'expiry',
  'cvc',
  'holder',
] as const;
type OwnField = (typeof ownFields)[number];

export type CheckoutField = OwnField | `${SimulatedMethodType}_${CheckoutInput}`;

/** The field for an input of a payment method. */
export const methodField = (type: SimulatedMethodType, input: CheckoutInput): CheckoutField =>
  `${type}_${input}`;

/** The fields of the form. */
export const checkoutFields: ReadonlyArray<CheckoutField> = [
  ...ownFields,
  ...simulatedMethodTypes.flatMap((type) =>
    checkoutInputs.map((input) => methodField(type, input)),
  ),
];

const isOwn = (field: CheckoutField): field is OwnField => ownFields.some((one) => one === field);

/** The name of a field. */
export const checkoutLabel = (texts: CheckoutTexts, field: CheckoutField): string => {
  if (isOwn(field)) return texts[field];
  return texts[checkoutInputs.find((input) => field.endsWith(`_${input}`)) ?? 'name'];
};

/** The customer's inputs. */
export type CheckoutEntries = { readonly [F in CheckoutField]?: string };

/** A mistake in a field, or of the whole payment. */
export type CheckoutProblem = { readonly field: CheckoutField | null; readonly text: string };

/** The form with what the customer has entered, and its problems. */
export type CheckoutForm = {
  readonly texts: CheckoutTexts;
  readonly language: Language;
  readonly entries: CheckoutEntries;
  readonly problems: ReadonlyArray<CheckoutProblem>;
};

type Look = {
  readonly autocomplete: string;
  readonly hint?: string;
  readonly type?: 'email' | 'tel';
  readonly numeric?: true;
  /** Whether the browser lets it be empty, because the customer may have chosen another payment method. */
  readonly ofChoice?: boolean;
};

const describedBy = (name: CheckoutField, hint: string | undefined, wrong: boolean): string => {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(wrong ? [`${name}-problem`] : []),
  ];
  return ids.length === 0 ? '' : ` aria-describedby="${ids.join(' ')}"`;
};

// Never with the number of a card or account, or a security code: what is not written cannot be read.
const isSecret = (name: CheckoutField): boolean =>
  name === 'number' || name === 'cvc' || name.endsWith('_iban');

/** A field of the form, with its problem. */
export const checkoutField = (
  { texts, entries, problems }: CheckoutForm,
  name: CheckoutField,
  { autocomplete, hint, type, numeric, ofChoice = false }: Look,
): string => {
  const problem = problems.find((one) => one.field === name);
  const value = isSecret(name) ? '' : (entries[name] ?? '');
  const attributes = [
    `id="${name}" name="${name}" autocomplete="${autocomplete}" ${ofChoice ? 'aria-required="true"' : 'required'}`,
    ...(type === undefined ? [] : [`type="${type}"`]),
    ...(numeric === undefined ? [] : ['inputmode="numeric"']),
    ...(value === '' ? [] : [`value="${escapeHtml(value)}"`]),
    ...(problem === undefined ? [] : ['aria-invalid="true"']),
  ].join(' ');
  return `<div><label for="${name}">${escapeHtml(checkoutLabel(texts, name))}</label>
<input ${attributes}${describedBy(name, hint, problem !== undefined)}>
${hint === undefined ? '' : `<small id="${name}-hint">${escapeHtml(hint)}</small>`}
${problem === undefined ? '' : `<p class="problem" id="${name}-problem">${escapeHtml(problem.text)}</p>`}</div>`;
};
