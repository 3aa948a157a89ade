import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const byPhone = (phone: string): WireHash => ({ type: 'bizum', billing_details: { phone } });

const confirmed = ({ engine }: Shop, form: WireHash = {}) =>
  ask(engine, engineOperations.createIntent, {
    amount: '2000',
    currency: 'eur',
    payment_method_types: ['bizum'],
    payment_method_data: byPhone('+34611223344'),
    confirm: 'true',
    ...form,
  });

const now = ({ engine }: Shop, { id }: { readonly id?: unknown }) =>
  right(engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }));

// https://docs.stripe.com/payments/bizum and https://docs.stripe.com/payments/bizum/accept-a-payment
describe('a payment by Bizum', () => {
  it('waits for the app without leaving the page, and is approved after five seconds', () => {
    const shop = openShop();
    const waiting = right(confirmed(shop));
    expect(waiting).to.deep.include({
      payment_method_options: { bizum: {} },
      payment_method_types: ['bizum'],
      status: 'requires_action',
    });
    expect(waiting).to.have.nested.property('next_action.type', 'use_stripe_sdk');
    shop.engine.clock.advance(4);
    expect(now(shop, waiting).status).to.equal('requires_action');
    const types = eventTypes(shop.engine, () => shop.engine.clock.advance(1));
    expect(types).to.deep.equal(['charge.succeeded', 'payment_intent.succeeded']);
    const paid = now(shop, waiting);
    expect(paid).to.include({ amount_received: 2000, next_action: null, status: 'succeeded' });
    expect(shop.engine.chargeOf(paid.latest_charge ?? '')?.payment_method_details).to.deep.equal({
      bizum: { buyer_id: null, transaction_id: null },
      type: 'bizum',
    });
  });

  it('is declined by the bank of +34600000002', () => {
    const shop = openShop();
    const waiting = right(confirmed(shop, { payment_method_data: byPhone('+34 600 000 002') }));
    const types = eventTypes(shop.engine, () => shop.engine.clock.advance(5));
    expect(types).to.deep.equal(['payment_intent.payment_failed']);
    const failed = now(shop, waiting);
    expect(failed).to.include({ payment_method: null, status: 'requires_payment_method' });
    expect(failed.last_payment_error?.code).to.equal('payment_method_provider_decline');
  });

  it('is decided by a control before the app answers', () => {
    const shop = openShop();
    const approved = right(confirmed(shop));
    const refused = right(confirmed(shop));
    const payment = (intent: typeof approved) => ({ payment_intent: String(intent['id']) });
    right(shop.engine.control(controls.completeChallenge, payment(approved)));
    right(shop.engine.control(controls.failChallenge, payment(refused)));
    shop.engine.clock.advance(60);
    expect(now(shop, approved).status).to.equal('succeeded');
    expect(now(shop, refused)).to.include({ status: 'requires_payment_method' });
    expect(now(shop, refused).last_payment_error?.code).to.equal('payment_method_customer_decline');
  });

  it('waits for ever for the app of +34600000009, which is ours', () => {
    const shop = openShop();
    const waiting = right(confirmed(shop, { payment_method_data: byPhone('+34600000009') }));
    shop.engine.clock.advance(86_400);
    expect(now(shop, waiting).status).to.equal('requires_action');
  });

  it('is refunded within five minutes', () => {
    const shop = openShop();
    const { id } = right(confirmed(shop));
    shop.engine.clock.advance(5);
    const refund = right(
      shop.engine.call(engineOperations.createRefund, { payment_intent: String(id), amount: 500 }),
    );
    expect(refund.status).to.equal('pending');
    const types = eventTypes(shop.engine, () => shop.engine.clock.advance(300));
    expect(types).to.include('refund.updated');
    expect(
      right(shop.engine.call(engineOperations.retrieveRefund, { refund: refund.id })).status,
    ).to.equal('succeeded');
  });

  const refused: ReadonlyArray<readonly [string, WireHash, object]> = [
    [
      'without a telephone number',
      { payment_method_data: { type: 'bizum' } },
      { code: 'parameter_missing', param: 'payment_method_data[billing_details][phone]' },
    ],
    ['in dollars', { currency: 'usd' }, { param: 'currency' }],
    [
      'of more than 5000 euros',
      { amount: '500001' },
      { code: 'amount_too_large', param: 'amount' },
    ],
    ['that is captured later', { capture_method: 'manual' }, { param: 'capture_method' }],
  ];
  for (const [what, form, error] of refused) {
    it(`is refused ${what}`, () => {
      expect(refusal(confirmed(openShop(), form))).to.deep.include({ status: 400, ...error });
    });
  }

  it('cannot be saved for later payments', () => {
    const shop = openShop();
    const { id } = right(
      ask(shop.engine, engineOperations.createPaymentMethod, byPhone('+34611223344')),
    );
    expect(
      refusal(
        ask(shop.engine, engineOperations.attachPaymentMethod, {
          payment_method: String(id),
          customer: shop.customer,
        }),
      ).message,
    ).to.equal("PaymentMethods of type 'bizum' cannot be saved to customers.");
  });

  it('cannot be set up by a setup intent', () => {
    const { engine } = openShop();
    const setUp = ask(engine, engineOperations.createSetupIntent, {
      payment_method_types: ['bizum'],
      payment_method_data: byPhone('+34611223344'),
      confirm: 'true',
    });
    expect(refusal(setUp)).to.include({
      message: 'This simulator does not set up payment methods of the type bizum',
      param: 'payment_method',
    });
  });
});
