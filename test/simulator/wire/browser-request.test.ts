import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import { keyOf, type Send, useWire } from '../support/use-wire.js';

/** The fields that Stripe.js adds to a form, as pages with it send it. */
const added = [
  'guid=NA',
  'muid=NA',
  'sid=NA',
  'pasted_fields=number',
  'payment_user_agent=stripe.js%2Fabc123%3B+stripe-js-v3%2Fabc123%3B+card-element',
  'referrer=https%3A%2F%2Fshop.example',
  'time_on_page=23612',
  'client_attribution_metadata[client_session_id]=7f',
  'client_attribution_metadata[merchant_integration_source]=elements',
  'radar_options[hcaptcha_token]=P1_abc',
];

const nestedIn = (name: string, fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.map((field) => field.replace(/^(\w+)/, `${name}[$1]`));

describe('a request of Stripe.js', () => {
  const wire = useWire();
  const card = 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123';
  const key = `key=${keyOf('shop', 'pk')}`;
  const page: Send = (method, path, { form, headers } = {}) =>
    wire().send(method, path, {
      ...(form === undefined ? {} : { form }),
      headers: { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site', ...headers },
    });

  const intent = async (more = '', headers: Record<string, string> = {}) => {
    const { body } = await wire().as('shop')('POST', '/v1/payment_intents', {
      form: `amount=1999&currency=eur&${more}`,
      headers,
    });
    return {
      path: `/v1/payment_intents/${String(at(body, 'id'))}`,
      secret: `client_secret=${String(at(body, 'client_secret'))}`,
    };
  };

  it('creates tokens and payment methods, with the key and all it adds in the form', async () => {
    for (const [path, form] of [
      ['/v1/tokens', card],
      ['/v1/payment_methods', `type=card&${card}`],
    ] as const) {
      const { status, text } = await page('POST', path, { form: [form, key, ...added].join('&') });
      expect(status, text).to.equal(200);
    }
  });

  it('confirms an intent with a card, and takes the next action itself', async () => {
    const { path, secret } = await intent('allowed_payment_method_types[]=card');
    const data = nestedIn('payment_method_data', ['type=card', ...card.split('&'), ...added]);
    const form = [
      ...data,
      'expected_payment_method_type=card',
      'use_stripe_sdk=true',
      'set_as_default_payment_method=false',
      'radar_options[session]=rse_1',
      'mandate_data[customer_acceptance][type]=online',
      'mandate_data[customer_acceptance][online][infer_from_client]=true',
      secret,
      key,
    ].join('&');
    const { status, body } = await page('POST', `${path}/confirm`, { form });
    expect([status, at(body, 'status')]).to.deep.equal([200, 'succeeded']);
  });

  it('confirms an intent with a mandate that was accepted elsewhere', async () => {
    const { path, secret } = await intent('allowed_payment_method_types[]=card');
    const form = `payment_method=pm_card_visa&mandate_data[customer_acceptance][type]=offline&${secret}&${key}`;
    expect((await page('POST', `${path}/confirm`, { form })).status).to.equal(200);
  });

  it('needs no return_url for automatic payment methods', async () => {
    const { path, secret } = await intent('automatic_payment_methods[enabled]=true');
    const pay = `${secret}&payment_method=pm_card_visa&${key}`;
    const refused = await page('POST', `${path}/confirm`, { form: pay });
    expect(refused.status).to.equal(400);
    expect(at(refused.body, 'error.message')).to.contain('you must provide a `return_url`');
    const paid = await page('POST', `${path}/confirm`, { form: `${pay}&use_stripe_sdk=true` });
    expect([paid.status, at(paid.body, 'status')]).to.deep.equal([200, 'succeeded']);
  });

  it('retrieves an intent with the key, the account and the version in the query', async () => {
    const { path, secret } = await intent('', { 'stripe-account': 'acct_seller' });
    const query = `${path}?${secret}&is_stripe_sdk=false&${key}`;
    expect((await page('GET', query)).status).to.equal(404);
    const found = await page(
      'GET',
      `${query}&_stripe_account=acct_seller&_stripe_version=2022-08-01`,
    );
    expect(found.status, found.text).to.equal(200);
    expect(found.headers.get('stripe-version')).to.equal('2022-08-01');
  });

  it('is refused with a key in the form that is not publishable, and with a wrong one', async () => {
    // Typed into the address bar: such a request names no page.
    const secret = await wire().send('GET', `/v1/customers?key=${keyOf('shop')}`, {
      headers: { 'sec-fetch-site': 'none' },
    });
    expect([secret.status, at(secret.body, 'error.message')]).to.deep.equal([
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    ]);
    const wrong = await page('POST', '/v1/tokens', { form: `${card}&key=pk_nonsense` });
    expect([wrong.status, at(wrong.body, 'error.message')]).to.deep.equal([
      401,
      'Invalid API Key provided: *******ense',
    ]);
    const nested = await page('POST', '/v1/tokens', { form: `${card}&key[a]=b` });
    expect(nested.status).to.equal(403);
  });

  it('still has its parameters checked', async () => {
    for (const [form, param] of [
      [`type=card&${card}&nonsense=1&${key}`, 'nonsense'],
      [`type=card&${card}&metadata=1&${key}`, 'metadata'],
    ] as const) {
      const { status, body } = await page('POST', '/v1/payment_methods', { form });
      expect([status, at(body, 'error.param')]).to.deep.equal([400, param]);
    }
  });

  it('does not lend its fields to a secret key', async () => {
    for (const field of ['guid=NA', 'time_on_page=1', key]) {
      const { status, body } = await wire().as('shop')('POST', '/v1/tokens', {
        form: `${card}&${field}`,
      });
      expect([status, at(body, 'error.code')]).to.deep.equal([400, 'parameter_unknown']);
    }
  });

  it('may not use a secret key, nor call what a publishable key may not', async () => {
    const secret = await page('GET', '/v1/customers', {
      headers: { authorization: `Bearer ${keyOf('shop')}` },
    });
    expect([secret.status, at(secret.body, 'code')]).to.deep.equal([403, 'foreign_page']);
    const publishable = await page('GET', `/v1/customers?${key}`);
    expect([publishable.status, at(publishable.body, 'error.code')]).to.deep.equal([
      401,
      'secret_key_required',
    ]);
  });
});
