import { expect } from 'chai';
import { decodeObject } from '../../../src/domain/input/decode-object.js';
import { PaymentIntent, StripePaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import { SetupIntent, StripeSetupIntent } from '../../../src/domain/objects/setup-intent.js';

// Of a processor without customers, cards, charges and a test mode, with ids of its own.
const order = {
  id: '0042A-2026_11',
  object: 'payment_intent',
  amount: 1999,
  currency: 'eur',
  status: 'requires_action',
  created: 1_700_000_000,
};
const setup = { ...order, object: 'setup_intent' };

const wrongPaths = (
  codec: Parameters<typeof decodeObject>[0],
  value: unknown,
): ReadonlyArray<string> => {
  const decoded = decodeObject(codec)(value);
  return decoded._tag === 'Right' ? [] : decoded.left.paths;
};

describe('an intent of any processor', () => {
  it('needs only an id, an amount, a currency, a status and a time', () => {
    expect(wrongPaths(PaymentIntent, order)).to.deep.equal([]);
    expect(wrongPaths(SetupIntent, setup)).to.deep.equal([]);
    for (const field of Object.keys(order)) {
      const { [field]: _, ...others } = { ...order } as { readonly [name: string]: unknown };
      expect(wrongPaths(PaymentIntent, others), field).to.deep.equal([field]);
    }
  });

  it('has more fields at Stripe', () => {
    expect(wrongPaths(StripePaymentIntent, order)).to.deep.equal([
      'livemode',
      'payment_method_types',
      'charges',
      'latest_charge',
    ]);
    expect(wrongPaths(StripeSetupIntent, setup)).to.deep.equal([
      'livemode',
      'payment_method_types',
      'usage',
    ]);
  });

  const url = 'https://bank.example/3ds';
  const actions: ReadonlyArray<
    readonly [title: string, action: unknown, wrong: ReadonlyArray<string>]
  > = [
    ['a redirect', { type: 'redirect_to_url', redirect_to_url: { url } }, []],
    [
      'a redirect that comes back',
      { type: 'redirect_to_url', redirect_to_url: { url, return_url: 'https://shop.example' } },
      [],
    ],
    ['a form', { type: 'post_form', post_form: { url, fields: { MD: '1', PaReq: 'eJx' } } }, []],
    ['an approval in an app', { type: 'await_customer', await_customer: {} }, []],
    [
      'an approval that expires',
      { type: 'await_customer', await_customer: { expires_at: 1_700_000_600, app: 'Bizum' } },
      [],
    ],
    ["Stripe's own", { type: 'use_stripe_sdk', use_stripe_sdk: { any: 'thing' } }, []],
    ['an action of another processor', { type: 'scan_code', scan_code: { text: 'x' } }, []],
    ['an action without a type', { redirect_to_url: { url } }, ['type']],
    [
      'a form without an address',
      { type: 'post_form', post_form: { fields: {} } },
      ['post_form.url'],
    ],
    [
      'a form with fields that are not texts',
      { type: 'post_form', post_form: { url, fields: { MD: 1 } } },
      ['post_form.fields.MD'],
    ],
    [
      'an approval that expires at no moment',
      { type: 'await_customer', await_customer: { expires_at: 'soon' } },
      ['await_customer.expires_at'],
    ],
  ];
  for (const [title, next_action, wrong] of actions) {
    it(`${wrong.length === 0 ? 'may wait for' : 'does not wait for'} ${title}`, () => {
      expect(
        wrongPaths(PaymentIntent, { ...order, next_action }).filter(
          (path) => path !== 'next_action',
        ),
      ).to.deep.equal(wrong.map((path) => `next_action.${path}`));
    });
  }
});
