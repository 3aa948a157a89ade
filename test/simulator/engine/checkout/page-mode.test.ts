import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const price_data = { currency: 'eur', unit_amount: '1999', product_data: { name: 'Book' } };
const return_url = 'https://shop.example/return?session={CHECKOUT_SESSION_ID}';

const create = (form: WireHash) =>
  ask(openShop().engine, engineOperations.createCheckoutSession, {
    mode: 'payment',
    line_items: [{ price_data, quantity: '1' }],
    ...form,
  });

describe('a checkout session whose page is in the page of the shop', () => {
  it('has a client secret in place of a URL, and leads to its return_url', () => {
    for (const ui_mode of ['embedded_page', 'embedded']) {
      const session = right(create({ ui_mode, return_url }));
      expect(session).to.include({
        ui_mode: 'embedded_page',
        url: null,
        success_url: null,
        return_url,
        redirect_on_completion: 'always',
      });
      expect(session['client_secret']).to.match(
        new RegExp(`^${String(session['id'])}_secret_\\w+$`),
      );
    }
  });

  it('may keep the customer in the page', () => {
    const form = { ui_mode: 'embedded_page', redirect_on_completion: 'never' };
    const session = right(create(form));
    expect(session).to.include({ redirect_on_completion: 'never' });
    expect(session).not.to.have.property('return_url');
  });

  it('is not what a hosted one is', () => {
    const hosted = right(create({ success_url: 'https://shop.example' }));
    expect(hosted).to.include({ ui_mode: 'hosted_page', client_secret: null });
    expect(hosted).not.to.have.any.keys('redirect_on_completion', 'return_url');
  });

  // The texts about success_url and about several parameters are quoted by others:
  // https://github.com/laravel/cashier-stripe/pull/1815, and by stripe-node#1944 that success_url is missing.
  const embedded = { ui_mode: 'embedded_page' };
  const success_url = 'https://shop.example';
  for (const [form, expected] of [
    [{}, { code: 'parameter_missing', param: 'success_url' }],
    [embedded, { code: 'parameter_missing', param: 'return_url' }],
    [
      { ui_mode: 'embedded', success_url, return_url },
      { message: '`success_url` is not supported with `ui_mode: embedded`.' },
    ],
    [
      { ...embedded, success_url, cancel_url: success_url },
      {
        message:
          'The following parameters are not supported with `ui_mode: embedded_page`: cancel_url, success_url.',
      },
    ],
    [{ success_url, return_url }, { param: 'return_url' }],
    [
      { ...embedded, return_url, redirect_on_completion: 'never' },
      { message: '`return_url` is not supported with `redirect_on_completion: never`.' },
    ],
  ] as const) {
    it(`is refused with ${JSON.stringify(expected)}`, () => {
      expect(refusal(create(form))).to.include(expected);
    });
  }
});
