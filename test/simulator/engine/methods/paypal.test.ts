import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

const confirmed = ({ engine }: Shop, form: WireHash = {}) =>
  right(
    ask(engine, engineOperations.createIntent, {
      amount: '2000',
      currency: 'eur',
      payment_method_types: ['paypal'],
      payment_method_data: {
        type: 'paypal',
        billing_details: { email: 'ana@example.com', name: 'Ana', address: { country: 'ES' } },
      },
      return_url: 'https://shop.example/back',
      confirm: 'true',
      ...form,
    }),
  );

const after = (
  { engine }: Shop,
  control: (typeof controls)['completeChallenge' | 'failChallenge'],
  { id }: { readonly id?: unknown },
) => {
  right(engine.control(control, { payment_intent: String(id) }));
  return right(engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }));
};

// https://docs.stripe.com/payments/paypal
describe('a payment by PayPal', () => {
  it('shows the payer who has approved on the page of PayPal', () => {
    const shop = openShop();
    const waiting = confirmed(shop, {
      payment_method_options: { paypal: { preferred_locale: 'es-ES', reference: 'order 7' } },
    });
    expect(waiting).to.deep.include({
      payment_method_options: { paypal: { preferred_locale: 'es-ES', reference: 'order 7' } },
      status: 'requires_action',
    });
    const { latest_charge, status } = after(shop, controls.completeChallenge, waiting);
    expect(status).to.equal('succeeded');
    expect(shop.engine.chargeOf(latest_charge ?? '')?.payment_method_details).to.deep.equal({
      paypal: {
        country: 'ES',
        payer_email: 'ana@example.com',
        payer_id: null,
        payer_name: 'Ana',
        seller_protection: {
          dispute_categories: ['fraudulent', 'product_not_received'],
          status: 'eligible',
        },
        transaction_id: null,
      },
      type: 'paypal',
    });
  });

  it('requires another payment method after a refusal', () => {
    const shop = openShop();
    const refused = after(shop, controls.failChallenge, confirmed(shop));
    expect(refused).to.include({ status: 'requires_payment_method' });
  });

  // https://docs.stripe.com/payments/paypal/set-up-future-payments
  it('is paid without its customer once it is saved', () => {
    const shop = openShop();
    const { customer } = shop;
    const first = after(
      shop,
      controls.completeChallenge,
      confirmed(shop, { customer, setup_future_usage: 'off_session' }),
    );
    const again = ask(shop.engine, engineOperations.createIntent, {
      amount: '2000',
      currency: 'eur',
      customer,
      payment_method: String(first.payment_method),
      payment_method_types: ['paypal'],
      confirm: 'true',
      off_session: 'true',
    });
    expect(right(again)).to.include({ next_action: null, status: 'succeeded' });
  });

  it('is saved by a setup intent', () => {
    const shop = openShop();
    const { customer } = shop;
    const waiting = right(
      ask(shop.engine, engineOperations.createSetupIntent, {
        customer,
        payment_method_types: ['paypal'],
        payment_method_data: { type: 'paypal' },
        return_url: 'https://shop.example/back',
        confirm: 'true',
      }),
    );
    expect(waiting).to.include({ status: 'requires_action' });
    const setup_intent = String(waiting['id']);
    right(shop.engine.control(controls.completeSetupChallenge, { setup_intent }));
    const saved = right(shop.engine.call(engineOperations.retrieveSetupIntent, { setup_intent }));
    expect(saved.status).to.equal('succeeded');
    const { payment_method } = saved;
    expect(
      right(
        shop.engine.call(engineOperations.retrievePaymentMethod, {
          payment_method: payment_method ?? '',
        }),
      ),
    ).to.include({ customer, type: 'paypal' });
  });

  it('is authorized, and released after 20 days', () => {
    const shop = openShop();
    const held = after(
      shop,
      controls.completeChallenge,
      confirmed(shop, { capture_method: 'manual' }),
    );
    expect(held.status).to.equal('requires_capture');
    shop.engine.clock.advance(20 * 86_400);
    expect(
      right(shop.engine.call(engineOperations.retrieveIntent, { payment_intent: held.id })),
    ).to.include({ amount_capturable: 0, status: 'canceled' });
  });
});
