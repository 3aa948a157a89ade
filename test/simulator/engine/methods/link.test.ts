import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const create = ({ engine }: Shop, form: WireHash = {}) =>
  ask(engine, engineOperations.createIntent, {
    amount: '2000',
    currency: 'eur',
    payment_method_types: ['card', 'link'],
    payment_method_data: {
      type: 'link',
      billing_details: { email: 'ana@example.com', address: { country: 'ES' } },
    },
    confirm: 'true',
    ...form,
  });

const methodOf = ({ engine }: Shop, { payment_method }: { readonly payment_method?: unknown }) =>
  right(
    engine.call(engineOperations.retrievePaymentMethod, {
      payment_method: String(payment_method),
    }),
  );

// Shapes: the types of Stripe's library for Node, PaymentMethod.Link and Charge.PaymentMethodDetails.Link.
describe('a payment by Link', () => {
  it('is paid at once, without a return_url, by the account of an email address', () => {
    const shop = openShop();
    const paid = right(create(shop));
    expect(paid).to.deep.include({ amount_received: 2000, next_action: null, status: 'succeeded' });
    expect(paid['payment_method_options']).to.have.deep.property('link', {
      persistent_token: null,
    });
    expect(methodOf(shop, paid)).to.deep.include({
      link: { email: 'ana@example.com' },
      type: 'link',
    });
    expect(
      shop.engine.chargeOf(String(paid['latest_charge']))?.payment_method_details,
    ).to.deep.equal({ link: { country: 'ES' }, type: 'link' });
  });

  it('needs an email address', () => {
    const data = { type: 'link', billing_details: { name: 'Ana' } };
    expect(refusal(create(openShop(), { payment_method_data: data }))).to.include({
      param: 'payment_method_data[billing_details][email]',
    });
  });

  it('takes every currency, and a token that has no function', () => {
    const paid = create(openShop(), {
      currency: 'jpy',
      payment_method_options: { link: { persistent_token: 'old' } },
    });
    expect(right(paid)).to.deep.include({ currency: 'jpy', status: 'succeeded' });
    expect(right(paid)['payment_method_options']).to.have.deep.property('link', {
      persistent_token: null,
    });
  });

  for (const form of [
    { capture_method: 'manual' },
    { payment_method_options: { link: { capture_method: 'manual' } } },
  ]) {
    it(`is authorized with ${JSON.stringify(form)}, and captured later`, () => {
      const shop = openShop();
      const { id, status } = right(create(shop, form));
      expect(status).to.equal('requires_capture');
      const captured = shop.engine.call(engineOperations.captureIntent, {
        payment_intent: String(id),
      });
      expect(right(captured)).to.include({ status: 'succeeded' });
    });
  }

  it('is refunded at once', () => {
    const shop = openShop();
    const { id } = right(create(shop));
    const refund = shop.engine.call(engineOperations.createRefund, { payment_intent: String(id) });
    expect(right(refund)).to.include({ amount: 2000, status: 'succeeded' });
  });

  it('is saved, and paid without its customer', () => {
    const shop = openShop();
    const { customer } = shop;
    const first = right(create(shop, { customer, setup_future_usage: 'off_session' }));
    expect(methodOf(shop, first)).to.include({ customer });
    const again = ask(shop.engine, engineOperations.createIntent, {
      amount: '2000',
      currency: 'eur',
      customer,
      payment_method: String(first['payment_method']),
      payment_method_types: ['link'],
      confirm: 'true',
      off_session: 'true',
    });
    expect(right(again)).to.include({ status: 'succeeded' });
  });

  it('is saved by a setup intent', () => {
    const shop = openShop();
    const { customer } = shop;
    const saved = right(
      ask(shop.engine, engineOperations.createSetupIntent, {
        customer,
        payment_method_types: ['card', 'link'],
        payment_method_data: { type: 'link', billing_details: { email: 'ana@example.com' } },
        confirm: 'true',
      }),
    );
    expect(saved).to.include({ status: 'succeeded' });
    expect(methodOf(shop, saved)).to.include({ customer, type: 'link' });
  });

  it('meets the declines that a test has planned', () => {
    const shop = openShop();
    shop.processor.controls.failNext({ on: 'confirm', with: { decline: 'generic_decline' } });
    expect(refusal(create(shop))).to.include({ code: 'card_declined', status: 402 });
    expect(right(create(shop))).to.include({ status: 'succeeded' });
  });
});
