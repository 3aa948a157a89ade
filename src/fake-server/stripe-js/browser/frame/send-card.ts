import { type ApiOutcome, callApi } from '../shared/api.js';
import { validationError } from '../shared/card-errors.js';
import { readExpiryText } from '../shared/card-text.js';
import type { CardCall } from '../shared/frame-calls.js';
import { type Fields, fieldsOf } from '../shared/json.js';
import { type CardParts, cardOfGroup, framesOfGroup } from './card-group.js';

const cardForm = ({ number = '', expiry = '', code = '' }: CardParts): Fields => {
  const { month, year } = readExpiryText(expiry);
  return { number: number.replaceAll(' ', ''), cvc: code, exp_month: month, exp_year: year };
};

/** What the customer typed takes precedence over the billing details of the shop. */
const withBilling = (given: Fields, { postalCode, country }: CardParts): Fields => {
  const billing = fieldsOf(given['billing_details']);
  const typed = {
    ...(postalCode === undefined ? {} : { postal_code: postalCode }),
    ...(country === undefined ? {} : { country }),
  };
  const address = { ...fieldsOf(billing['address']), ...typed };
  return { ...given, billing_details: { ...billing, address } };
};

const withCard = ({ form, card: place }: CardCall, parts: CardParts): Fields => {
  const card = cardForm(parts);
  if (place === 'card') {
    const zip = parts.postalCode === undefined ? {} : { address_zip: parts.postalCode };
    return { ...form, card: { ...fieldsOf(form['card']), ...zip, ...card } };
  }
  if (place === 'top') return { ...withBilling(form, parts), card };
  const data = withBilling(fieldsOf(form['payment_method_data']), parts);
  return { ...form, payment_method_data: { ...data, card } };
};

const opened = Date.now();

/** What Stripe.js says about the page with every card. */
const aboutPage = (shop: string, element: string, pasted: string): Fields => ({
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

/** Makes calls with the card of a form. The card goes from this frame to the API, and to nowhere else. */
export const sendCard =
  ({ group, element, shop }: Sender) =>
  async (call: CardCall): Promise<ApiOutcome> => {
    const frames = framesOfGroup(group);
    const problem = frames.map((frame) => frame.problem()).find((code) => code !== null);
    if (problem !== undefined) return { error: validationError(problem) };
    const parts = cardOfGroup(group);
    if (parts.number === undefined) return { error: validationError('incomplete_number') };
    const about = aboutPage(shop, element, frames.flatMap((frame) => frame.pasted()).join(','));
    const form = withCard(call, parts);
    const place = 'payment_method_data';
    return callApi(window.location.origin, {
      ...call,
      form:
        call.card === place
          ? { ...form, [place]: { ...fieldsOf(form[place]), ...about } }
          : { ...form, ...about },
    });
  };
