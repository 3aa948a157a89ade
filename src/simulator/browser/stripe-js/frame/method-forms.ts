import { expressTypes } from '../shared/express-calls.js';
import { type Fields, fieldsOf } from '../shared/json.js';
import type { UiLanguage } from '../shared/language.js';
import type { ShownMethods } from './elements-session.js';
import type { FieldPart } from './text-field.js';
import { isUiText, uiText } from './ui-texts.js';

type Note = 'app' | 'mandate' | 'redirect' | 'sheet';

type MethodForm = {
  /** The name that customers know. */
  readonly name: string;
  /** The fields besides those of a card. */
  readonly fields: ReadonlyArray<FieldPart>;
  readonly asksCountry: boolean;
  readonly note: Note | null;
  /** The fields without which it cannot be saved for later, as a direct debit. */
  readonly saved: ReadonlyArray<FieldPart>;
};

const plain = { asksCountry: false, saved: [] } as const;
const saved = ['name', 'email'] as const;

/** The payment methods of the payment element, with the fields that Stripe asks for. */
const methodForms: { readonly [type: string]: MethodForm } = {
  card: { ...plain, name: 'Card', fields: [], asksCountry: true, note: null },
  apple_pay: { ...plain, name: 'Apple Pay', fields: [], note: 'sheet' },
  google_pay: { ...plain, name: 'Google Pay', fields: [], note: 'sheet' },
  // https://docs.stripe.com/payments/sepa-debit: IBAN, name, email, mandate.
  sepa_debit: {
    ...plain,
    name: 'SEPA Debit',
    fields: ['iban', 'name', 'email'],
    note: 'mandate',
  },
  // https://docs.stripe.com/payments/ideal: no field; to save it, name and email.
  ideal: { ...plain, name: 'iDEAL | Wero', fields: [], note: 'redirect', saved },
  // https://docs.stripe.com/payments/bancontact: the name; to save it, the email too.
  bancontact: { ...plain, name: 'Bancontact', fields: ['name'], note: 'redirect', saved },
  // https://docs.stripe.com/payments/klarna: email and country.
  klarna: { ...plain, name: 'Klarna', fields: ['email'], asksCountry: true, note: 'redirect' },
  paypal: { ...plain, name: 'PayPal', fields: [], note: 'redirect' },
  bizum: { ...plain, name: 'Bizum', fields: ['phone'], note: 'app' },
};

const other: MethodForm = { ...plain, name: '', fields: [], note: 'redirect' };

export const methodForm = (type: string): MethodForm => methodForms[type] ?? other;

/** The name of a payment method, in the language of the frame. */
export const methodName = (type: string): string => {
  const { name } = methodForm(type);
  return isUiText(name) ? uiText(name) : name;
};

/** Whether the customer accepts a mandate: with every direct debit, and with a method that is saved as one. */
export const hasMandate = (type: string, savesMethod: boolean): boolean => {
  const { note, saved: needed } = methodForm(type);
  return note === 'mandate' || (savesMethod && needed.length > 0);
};

/**
 * The types, of those that the intent takes, which the payment element can show, and the wallets beside the card. Link has no form
 * of its own.
 */
export const shownTypes = (
  { types, wallets }: Pick<ShownMethods, 'types' | 'wallets'>,
  options: Fields,
): ReadonlyArray<string> => {
  const { paymentMethodOrder: order } = options;
  const wanted: ReadonlyArray<unknown> = Array.isArray(order) ? order : [];
  const rank = (type: string): number => {
    const place = wanted.indexOf(type);
    return place === -1 ? wanted.length : place;
  };
  const choices = fieldsOf(options['wallets']);
  const beside = (['apple_pay', 'google_pay'] as const).filter(
    (type) => wallets.includes(type) && choices[expressTypes[type]] !== 'never',
  );
  const known = types
    .flatMap((type) => (type === 'card' ? [type, ...beside] : [type]))
    .filter((type) => Object.hasOwn(methodForms, type));
  return (known.length === 0 ? ['card'] : known).toSorted((one, two) => rank(one) - rank(two));
};

type Notes = {
  readonly redirect: (name: string) => string;
  readonly app: (name: string) => string;
  readonly sheet: (name: string) => string;
  readonly mandate: (business: string) => string;
  readonly card: (business: string) => string;
};

const notes: { readonly [L in UiLanguage]: Notes } = {
  en: {
    redirect: (name) => `After you submit, you go to ${name} to complete the next steps securely.`,
    sheet: (name) =>
      `${name} selected. Another step will appear to securely submit your payment information.`,
    app: (name) => `After you submit, you approve the payment in your bank's app with ${name}.`,
    mandate: (business) =>
      `By giving your IBAN and confirming this payment, you authorize ${business} and Stripe, its payment service provider, to instruct your bank to debit your account. You are entitled to a refund from your bank within 8 weeks of the debit.`,
    card: (business) =>
      `By giving your card, you allow ${business} to charge it for future payments in accordance with their terms.`,
  },
  es: {
    redirect: (name) =>
      `Después de enviar, irás a ${name} para completar los siguientes pasos de forma segura.`,
    sheet: (name) =>
      `Has elegido ${name}. Aparecerá otro paso para enviar tus datos de pago de forma segura.`,
    app: (name) => `Después de enviar, aprobarás el pago con ${name} en la aplicación de tu banco.`,
    mandate: (business) =>
      `Al indicar tu IBAN y confirmar este pago, autorizas a ${business} y a Stripe, su proveedor de servicios de pago, a enviar instrucciones a tu banco para que adeude tu cuenta. Tienes derecho a que tu banco te devuelva el importe en las 8 semanas siguientes al adeudo.`,
    card: (business) =>
      `Al indicar tu tarjeta, permites que ${business} cargue en ella futuros pagos conforme a sus condiciones.`,
  },
};

/** The text below the fields of a payment method; `null`: there is none. */
export const methodNote = (
  type: string,
  {
    language,
    business,
    savesMethod,
    hasMandate: mandate,
  }: {
    readonly language: UiLanguage;
    readonly business: string;
    readonly savesMethod: boolean;
    readonly hasMandate: boolean;
  },
): string | null => {
  const { note } = methodForm(type);
  const name = methodName(type);
  const texts = notes[language];
  if (type === 'card') return savesMethod ? texts.card(business) : null;
  const parts = [
    ...(note === 'redirect' ? [texts.redirect(name)] : []),
    ...(note === 'app' ? [texts.app(name)] : []),
    ...(note === 'sheet' ? [texts.sheet(name)] : []),
    ...(note === 'sheet' && savesMethod ? [texts.card(business)] : []),
    ...(mandate ? [texts.mandate(business)] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
};
