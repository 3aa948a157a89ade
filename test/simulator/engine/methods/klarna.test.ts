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

const customer = (email: string, country = 'ES'): WireHash => ({
  type: 'klarna',
  billing_details: { email, address: { country } },
});

const confirmed = ({ engine }: Shop, form: WireHash = {}) =>
  ask(engine, engineOperations.createIntent, {
    amount: '6000',
    currency: 'eur',
    payment_method_types: ['klarna'],
    payment_method_data: customer('customer@email.es'),
    return_url: 'https://shop.example/back',
    confirm: 'true',
    ...form,
  });

const approved = (shop: Shop, form: WireHash = {}) => {
  const { id } = right(confirmed(shop, form));
  right(shop.engine.control(controls.completeChallenge, { payment_intent: String(id) }));
  return right(shop.engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }));
};

// https://docs.stripe.com/payments/klarna and https://docs.stripe.com/payments/klarna/accept-a-payment
describe('a payment by Klarna', () => {
  // Recorded in 2026 (stripe_world 06.5): created with nothing but the type.
  it('redirects to the page of Klarna, and needs no data', () => {
    const intent = right(confirmed(openShop(), { payment_method_data: { type: 'klarna' } }));
    expect(intent).to.deep.include({
      payment_method_options: { klarna: { preferred_locale: null } },
      status: 'requires_action',
    });
    expect(intent).to.have.nested.property('next_action.type', 'redirect_to_url');
  });

  it('keeps the date of birth in the payment method', () => {
    const { engine } = openShop();
    const created = ask(engine, engineOperations.createPaymentMethod, {
      ...customer('customer@email.es'),
      klarna: { dob: { day: '10', month: '7', year: '1970' } },
    });
    expect(right(created)).to.deep.include({
      klarna: { dob: { day: 10, month: 7, year: 1970 } },
      type: 'klarna',
    });
  });

  it('shows the country of the customer who has approved', () => {
    const shop = openShop();
    const { latest_charge, status } = approved(shop);
    expect(status).to.equal('succeeded');
    expect(shop.engine.chargeOf(latest_charge ?? '')?.payment_method_details).to.deep.equal({
      klarna: {
        payer_details: { address: { country: 'ES' } },
        payment_method_category: 'pay_later',
        preferred_locale: null,
      },
      type: 'klarna',
    });
  });

  it('shows nobody who has not told a country', () => {
    const shop = openShop();
    const { latest_charge } = approved(shop, { payment_method_data: { type: 'klarna' } });
    expect(shop.engine.chargeOf(latest_charge ?? '')?.payment_method_details).to.deep.include({
      klarna: {
        payer_details: null,
        payment_method_category: 'pay_later',
        preferred_locale: null,
      },
    });
  });

  it('is denied to customers of +denied, after the page', () => {
    const payment_method_data = customer('customer+denied@email.es');
    expect(approved(openShop(), { payment_method_data })).to.deep.include({
      latest_charge: null,
      status: 'requires_payment_method',
    });
  });

  it('fails if the customer does not come back within 48 hours', () => {
    const shop = openShop();
    const { id } = right(confirmed(shop));
    shop.engine.clock.advance(48 * 3600 - 1);
    const types = eventTypes(shop.engine, () => shop.engine.clock.advance(1));
    expect(types).to.deep.equal(['payment_intent.payment_failed']);
    const failed = right(
      shop.engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }),
    );
    expect(failed.last_payment_error?.code).to.equal('payment_intent_payment_attempt_expired');
  });

  for (const manual of [
    { capture_method: 'manual' },
    { payment_method_options: { klarna: { capture_method: 'manual' } } },
  ]) {
    it(`is authorized by ${Object.keys(manual).join()}, and captured within 28 days`, () => {
      const shop = openShop();
      const held = approved(shop, manual);
      const late = approved(shop, manual);
      expect(held).to.include({ amount_capturable: 6000, status: 'requires_capture' });
      shop.engine.clock.advance(27 * 86_400);
      const captured = right(
        shop.engine.call(engineOperations.captureIntent, { payment_intent: held.id }),
      );
      expect(captured).to.include({ amount_received: 6000, status: 'succeeded' });
      shop.engine.clock.advance(2 * 86_400);
      const { id } = late;
      expect(
        right(shop.engine.call(engineOperations.retrieveIntent, { payment_intent: id })).status,
      ).to.equal('canceled');
    });
  }

  it('is refunded at once, in part', () => {
    const shop = openShop();
    const { id } = approved(shop);
    const refund = { payment_intent: id, amount: 1500 };
    expect(right(shop.engine.call(engineOperations.createRefund, refund)).status).to.equal(
      'succeeded',
    );
  });

  it('does not take yens', () => {
    expect(refusal(confirmed(openShop(), { currency: 'jpy' }))).to.include({
      message:
        'The currency provided (jpy) is invalid. Payments with klarna support the following currencies: aud, cad, chf, czk, dkk, eur, gbp, nok, nzd, pln, ron, sek, usd.',
      param: 'currency',
    });
  });
});
