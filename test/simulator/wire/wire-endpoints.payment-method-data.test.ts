import { expect } from 'chai';
import { at, listAt, textAt } from '../../support/json/at.js';
import { useWire } from '../support/use-wire.js';

const card = 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2030';
const nested = (form: string): string =>
  form
    .split('&')
    .map((field) => field.replace(/^([a-z_]+)/, 'payment_method_data[$1]'))
    .join('&');
const payment =
  'amount=1999&currency=eur&confirm=true&return_url=https://shop.example/back&expand[]=payment_method';

// Source: https://docs.stripe.com/api/payment_methods/create, and the same below
// https://docs.stripe.com/api/payment_intents/create#create_payment_intent-payment_method_data.
const forms: ReadonlyArray<readonly [name: string, form: string, shown: object]> = [
  ['a number', card, { type: 'card', 'card.last4': '4242' }],
  ['a token', 'type=card&card[token]=tok_mastercard', { 'card.brand': 'mastercard' }],
  [
    'billing details',
    `${card}&billing_details[email]=ana@example.com&billing_details[address][postal_code]=28013`,
    {
      'billing_details.email': 'ana@example.com',
      'billing_details.address.postal_code': '28013',
      'billing_details.address.city': null,
      'card.checks.address_postal_code_check': 'pass',
    },
  ],
  ['how it may be shown', `${card}&allow_redisplay=always`, { allow_redisplay: 'always' }],
  ['notes', `${card}&metadata[order]=42`, { 'metadata.order': '42' }],
  [
    'a session of Radar',
    `${card}&radar_options[session]=rse_1`,
    { 'radar_options.session': 'rse_1' },
  ],
  [
    'the network that the customer prefers',
    'type=card&card[number]=4000002500001001&card[exp_month]=12&card[exp_year]=2030&card[networks][preferred]=cartes_bancaires',
    {
      'card.brand': 'visa',
      'card.display_brand': 'cartes_bancaires',
      'card.networks.preferred': 'cartes_bancaires',
    },
  ],
  [
    'a network that the card does not have',
    `${card}&card[networks][preferred]=mastercard`,
    { 'card.display_brand': 'visa', 'card.networks.preferred': null },
  ],
];

const notActivated = (type: string): string =>
  `The payment method type "${type}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`;

const refused: ReadonlyArray<
  readonly [
    name: string,
    form: string,
    param: string,
    message: (param: string) => string,
    code?: string,
  ]
> = [
  [
    'a misspelt field',
    `${card}&crad=1`,
    'crad',
    (param) => `Received unknown parameter: ${param}`,
    'parameter_unknown',
  ],
  [
    'a misspelt field of the card',
    `${card}&card[cvv]=123`,
    'card[cvv]',
    (param) => `Received unknown parameter: ${param}`,
    'parameter_unknown',
  ],
  [
    'a misspelt field of an address',
    `${card}&billing_details[address][county]=Kerry`,
    'billing_details[address][county]',
    (param) => `Received unknown parameter: ${param}`,
    'parameter_unknown',
  ],
  [
    'no type',
    'card[token]=tok_visa',
    'type',
    (param) => `Missing required param: ${param}.`,
    'parameter_missing',
  ],
  [
    'no card',
    'type=card',
    'card',
    (param) => `Missing required param: ${param}.`,
    'parameter_missing',
  ],
  [
    'a card without its month',
    'type=card&card[number]=4242424242424242&card[exp_year]=2030',
    'card[exp_month]',
    (param) => `Missing required param: ${param}.`,
    'parameter_missing',
  ],
  ['a card as text', 'type=card&card=4242424242424242', 'card', () => 'Invalid object'],
  [
    'a type that the account has not enabled',
    'type=cashapp',
    'type',
    () => notActivated('cashapp'),
  ],
  [
    'Link without an address',
    'type=link',
    'billing_details[email]',
    (param) => `Missing required param: ${param}.`,
    'parameter_missing',
  ],
];

describe('the data of a payment method on the wire', () => {
  const wire = useWire();

  for (const [name, form, shown] of forms) {
    it(`may have ${name}: by itself, in a payment and in a setup`, async () => {
      const send = wire().as('data');
      const alone = await send('POST', '/v1/payment_methods', { form });
      expect(alone.status).to.equal(200);
      const paid = await send('POST', '/v1/payment_intents', {
        form: `${payment}&${nested(form)}`,
      });
      expect([paid.status, at(paid.body, 'status')]).to.deep.equal([200, 'succeeded']);
      const setup = await send('POST', '/v1/setup_intents', {
        form: `confirm=true&return_url=https://shop.example/back&expand[]=payment_method&${nested(form)}`,
      });
      expect(setup.status).to.equal(200);
      const methods = [at(paid.body, 'payment_method'), at(setup.body, 'payment_method')];
      for (const method of [alone.body, ...methods]) {
        for (const [field, value] of Object.entries(shown)) {
          // A payment method that no bank has seen is not checked.
          const expected = method === alone.body && value === 'pass' ? 'unchecked' : value;
          expect([field, at(method, field)]).to.deep.equal([field, expected]);
        }
      }
    });
  }

  for (const [name, form, param, message, code] of refused) {
    it(`with ${name} is refused: by itself and in a payment`, async () => {
      const send = wire().as('refused');
      const prefixed = param.replace(/^([a-z_]+)/, 'payment_method_data[$1]');
      for (const [path, sent, named] of [
        ['/v1/payment_methods', form, param],
        ['/v1/payment_intents', `${payment}&${nested(form)}`, prefixed],
      ] as const) {
        const { status, body } = await send('POST', path, { form: sent });
        expect([
          status,
          at(body, 'error.message'),
          at(body, 'error.param'),
          at(body, 'error.code'),
        ]).to.deep.equal([400, message(named), named, code]);
      }
    });
  }

  it('shows the preferred network in the charge, and forgets it when told', async () => {
    const send = wire().as('network');
    const [, form] = forms.find(([name]) => name.startsWith('the network')) ?? ['', ''];
    const paid = await send('POST', '/v1/payment_intents', {
      form: `${payment}&expand[]=latest_charge&setup_future_usage=on_session&${nested(form)}&customer=${textAt(
        (await send('POST', '/v1/customers')).body,
        'id',
      )}`,
    });
    expect(at(paid.body, 'latest_charge.payment_method_details.card.network')).to.equal(
      'cartes_bancaires',
    );
    const path = `/v1/payment_methods/${textAt(paid.body, 'payment_method.id')}`;
    const later = await send('POST', path, { form: 'card[exp_year]=2031' });
    expect(at(later.body, 'card.networks.preferred')).to.equal('cartes_bancaires');
    const none = await send('POST', path, { form: 'card[networks][preferred]=' });
    expect(at(none.body, 'card.networks.preferred')).to.equal(null);
    expect(at(none.body, 'card.exp_year')).to.equal(2031);
    const again = await send('POST', path, { form: 'card[networks][preferred]=visa' });
    expect(at(again.body, 'card.display_brand')).to.equal('visa');
  });

  it('of another type are on no list', async () => {
    const send = wire().as('lists');
    const customer = textAt((await send('POST', '/v1/customers')).body, 'id');
    await send('POST', '/v1/payment_methods/pm_card_visa/attach', { form: `customer=${customer}` });
    const listed = async (query: string): Promise<number> => {
      const { body } = await send('GET', `/v1/customers/${customer}/payment_methods${query}`);
      return listAt(body, 'data').length;
    };
    expect([
      await listed(''),
      await listed('?type=card'),
      await listed('?type=cashapp'),
    ]).to.deep.equal([1, 1, 0]);
  });
});
