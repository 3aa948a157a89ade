import { type ApiOutcome, callApi } from '../shared/api.js';
import { readExpiryText } from '../shared/card-text.js';
import { validationError } from '../shared/field-errors.js';
import type { CardCall } from '../shared/frame-calls.js';
import { type Fields, fieldsOf } from '../shared/json.js';
import { mandateAcceptance } from '../shared/mandate.js';
import { type FormParts, framesOfGroup, partsOfGroup } from './form-group.js';
import { frameLanguage } from './ui-texts.js';

const cardForm = ({ number = '', expiry = '', code = '' }: FormParts): Fields => {
  const { month, year } = readExpiryText(expiry);
  return { number: number.replaceAll(' ', ''), cvc: code, exp_month: month, exp_year: year };
};

/** Texts that the customer typed take precedence over the billing details of the shop. */
const withBilling = (given: Fields, { billing = {} }: FormParts): Fields => {
  const before = fieldsOf(given['billing_details']);
  const address = { ...fieldsOf(before['address']), ...fieldsOf(billing['address']) };
  return { ...given, billing_details: { ...before, ...billing, address } };
};

/** A setup intent has no shipping. */
export const takesShipping = (path: string): boolean =>
  path.startsWith('payment_intents/') || path === 'confirmation_tokens';

const withCard = ({ form, path, card: place }: CardCall, parts: FormParts): Fields => {
  const card = cardForm(parts);
  if (place === 'card') {
    const { postal_code: zip } = fieldsOf(parts.billing?.['address']);
    return { ...form, card: { ...fieldsOf(form['card']), address_zip: zip, ...card } };
  }
  if (place === 'top') return { ...withBilling(form, parts), card };
  const data = withBilling(fieldsOf(form['payment_method_data']), parts);
  return {
    ...(takesShipping(path) ? { shipping: parts.shipping } : {}),
    ...form,
    payment_method_data: { ...data, card },
  };
};

/** The form with another payment method. The customer accepts a mandate, where there is one, by confirming. */
const withMethod = (
  { form, path, card: place }: CardCall,
  parts: FormParts,
  type: string,
): Fields => {
  const own = parts.iban === undefined ? {} : { [type]: { iban: parts.iban.replaceAll(' ', '') } };
  if (place !== 'payment_method_data') return { ...withBilling(form, parts), type, ...own };
  const data = withBilling(fieldsOf(form['payment_method_data']), parts);
  return {
    ...(takesShipping(path) ? { shipping: parts.shipping } : {}),
    ...(parts.acceptsMandate === true && path.endsWith('/confirm')
      ? { mandate_data: mandateAcceptance }
      : {}),
    ...form,
    payment_method_data: { ...data, type, ...own },
  };
};

const opened = Date.now();

/** The fields about the page that Stripe.js sends with every card. */
export const aboutPage = (shop: string, element: string, pasted: string): Fields => ({
  guid: 'NA',
  muid: 'NA',
  sid: 'NA',
  payment_user_agent: `stripe.js/pasarela; stripe-js-v3/pasarela; ${element}`,
  referrer: shop,
  time_on_page: Date.now() - opened,
  ...(pasted === '' ? {} : { pasted_fields: pasted }),
});

type Sender = {
  readonly group: string;
  readonly element: string;
  /** The origin of the shop's page. */
  readonly shop: string;
};

// A page of any origin can hold the frame, and ask it for a call: not for one of the controls, which are for own pages.
const takesCard = ({ method, path }: CardCall): boolean =>
  method === 'POST' &&
  /^(?:tokens|payment_methods|confirmation_tokens|(?:payment|setup)_intents\/\w+\/confirm)$/.test(
    path,
  );

/** Makes calls with the card of a form. The card goes from this frame to the API, and to nowhere else. */
export const sendCard =
  ({ group, element, shop }: Sender) =>
  async (call: CardCall): Promise<ApiOutcome> => {
    if (!takesCard(call)) {
      return { error: { type: 'invalid_request_error', message: `${call.path} takes no card.` } };
    }
    const frames = framesOfGroup(group);
    const problem = frames.map((frame) => frame.problem()).find((code) => code !== null);
    if (problem !== undefined) return { error: validationError(problem, frameLanguage()) };
    const parts = partsOfGroup(group);
    const { method = 'card' } = parts;
    if (method === 'card' && parts.number === undefined) {
      return { error: validationError('incomplete_number', frameLanguage()) };
    }
    const about = aboutPage(shop, element, frames.flatMap((frame) => frame.pasted()).join(','));
    const form = method === 'card' ? withCard(call, parts) : withMethod(call, parts, method);
    const place = 'payment_method_data';
    return callApi(window.location.origin, {
      ...call,
      form:
        call.card === place
          ? { ...form, [place]: { ...fieldsOf(form[place]), ...about } }
          : { ...form, ...about },
    });
  };
