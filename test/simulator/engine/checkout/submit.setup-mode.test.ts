import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { retrieveSession } from '../../../adapters/outbound/memory/support/open-checkout.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at } from '../../../support/json/at.js';

const create = ({ engine }: Pick<Shop, 'engine'>, form: WireHash = {}) =>
  ask(engine, engineOperations.createCheckoutSession, {
    mode: 'setup',
    currency: 'EUR',
    success_url: 'https://shop.example/thanks',
    ...form,
  });

const open = (form: (shop: Shop) => WireHash = ({ customer }) => ({ customer })) => {
  const shop = openShop();
  const created = right(create(shop, form(shop)));
  const setup = () =>
    right(
      shop.engine.call(engineOperations.retrieveSetupIntent, {
        setup_intent: String(created['setup_intent']),
      }),
    );
  return { ...shop, session: String(created['id']), created, setup };
};

describe('a checkout session that saves a card', () => {
  it('has a setup intent from the start, and no amount', () => {
    const shop = openShop();
    const made: Array<unknown> = [];
    const types = eventTypes(shop.engine, () => {
      made.push(
        right(
          create(shop, {
            customer: shop.customer,
            setup_intent_data: { description: 'Tarjeta', metadata: { order: '7' } },
            payment_method_options: { card: { request_three_d_secure: 'challenge' } },
          }),
        ),
      );
    });
    expect(types).to.deep.equal(['setup_intent.created']);
    const [session] = made;
    expect(session).to.deep.include({
      mode: 'setup',
      amount_subtotal: null,
      amount_total: null,
      currency: 'eur',
      invoice_creation: null,
      payment_intent: null,
      payment_method_collection: 'always',
      payment_status: 'no_payment_required',
      total_details: null,
      // Recorded in 2026-03-25.dahlia: pay-rails/pay, test_checkout_setup_session.
      adaptive_pricing: { enabled: false },
      collected_information: {
        business_name: null,
        individual_name: null,
        shipping_details: null,
      },
      discounts: null,
      saved_payment_method_options: null,
    });
    expect(session).to.have.nested.property('customer_details.tax_exempt', null);
    const { setup_intent } = retrieveSession(
      { ...shop, session: String(at(session, 'id')) },
      'setup_intent',
    );
    expect(setup_intent).to.have.nested.include({
      status: 'requires_payment_method',
      customer: shop.customer,
      description: 'Tarjeta',
      'metadata.order': '7',
      'payment_method_options.card.request_three_d_secure': 'challenge',
      usage: 'off_session',
    });
  });

  it('is complete when the customer has entered the card, which is then theirs', () => {
    const { engine, customer, processor, session, setup } = open();
    const types = eventTypes(engine, () => {
      expect(processor.controls.completeCheckout(session)).to.include({
        status: 'complete',
        payment_status: 'no_payment_required',
        customer,
      });
    });
    expect(types.at(-1)).to.equal('checkout.session.completed');
    expect(types).to.include('setup_intent.succeeded').and.include('payment_method.attached');
    const paid = engine.call(engineOperations.createIntent, {
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method: setup().payment_method ?? '',
      confirm: true,
      off_session: true,
    });
    expect(right(paid).status).to.equal('succeeded');
  });

  it('stays open after a decline, and passes a challenge', () => {
    const { engine, processor, session, setup } = open();
    const { completeCheckout, completeChallenge, failChallenge } = processor.controls;
    expect(completeCheckout(session, { card: '4000000000000002' })).to.include({ status: 'open' });
    expect(completeCheckout(session, { card: '4000002760003184' })).to.include({ status: 'open' });
    failChallenge(setup().id);
    expect(retrieveSession({ engine, session })).to.include({ status: 'open' });
    completeCheckout(session, { card: '4000002760003184' });
    completeChallenge(setup().id);
    expect(retrieveSession({ engine, session })).to.include({ status: 'complete' });
  });

  it('makes a customer only where the shop wants that', () => {
    const guest = open(() => ({}));
    expect(guest.processor.controls.completeCheckout(guest.session)).to.include({ customer: null });
    const known = open(() => ({ customer_creation: 'always' }));
    const { customer } = known.processor.controls.completeCheckout(known.session);
    expect(customer).to.match(/^cus_/);
    expect(known.setup()).to.include({ customer });
  });

  it('loses its setup intent when it expires', () => {
    const { engine, session, setup } = open();
    const types = eventTypes(engine, () =>
      right(ask(engine, engineOperations.expireCheckoutSession, { session })),
    );
    expect(types).to.deep.equal(['setup_intent.canceled', 'checkout.session.expired']);
    expect(setup().status).to.equal('canceled');
  });

  for (const [form, expected] of [
    [{ line_items: ['a'] }, { param: 'line_items[0]' }],
    [
      { payment_intent_data: { description: 'a' } },
      { message: 'You can not pass `payment_intent_data` in `setup` mode.' },
    ],
    [{ submit_type: 'pay' }, { param: 'submit_type' }],
  ] as const) {
    it(`is refused with ${JSON.stringify(expected)}`, () => {
      expect(refusal(create(openShop(), form))).to.include({ status: 400, ...expected });
    });
  }

  it('needs a currency or types of payment methods', () => {
    const { engine } = openShop();
    const form = { mode: 'setup', success_url: 'https://shop.example' };
    const typed = { ...form, payment_method_types: ['card'] };
    expect(right(ask(engine, engineOperations.createCheckoutSession, typed))).to.include({
      currency: null,
    });
    expect(refusal(ask(engine, engineOperations.createCheckoutSession, form))).to.include({
      code: 'parameter_missing',
      param: 'currency',
    });
  });
});
