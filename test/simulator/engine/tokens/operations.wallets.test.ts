import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, pay, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

// https://github.com/stripe/stripe-ios sends these for its simulator, and Stripe.js for that of Safari.
const ofDevice = (number: string): WireHash => ({
  pk_token: '',
  pk_token_instrument_name: 'Simulated Instrument',
  pk_token_payment_network: 'AmEx',
  pk_token_transaction_id: `ApplePayStubs~${number}~0~USD~9F1C`,
});

const tokenize = ({ engine }: Shop, form: WireHash) =>
  right(ask(engine, engineOperations.createToken, form));

const cardOf = (shop: Shop, token: unknown) =>
  right(
    ask(shop.engine, engineOperations.createPaymentMethod, {
      type: 'card',
      card: { token: String(token) },
    }),
  );

const card: WireHash = { number: '4242424242424242', exp_month: '8', exp_year: '2030', cvc: '123' };

describe('a card from a wallet', () => {
  it('is made of the payment that a device signs with Apple Pay', () => {
    const shop = openShop();
    const token = tokenize(shop, {
      ...ofDevice('5555555555554444'),
      card: { name: 'Eva', address_country: 'ES', email: 'eva@example.com' },
    });
    expect(token['card']).to.deep.include({
      brand: 'MasterCard',
      cvc_check: null,
      dynamic_last4: '4444',
      last4: '4444',
      name: 'Eva',
      tokenization_method: 'apple_pay',
    });
    const method = cardOf(shop, token['id']);
    expect(method['card']).to.deep.include({
      brand: 'mastercard',
      wallet: { apple_pay: { type: 'apple_pay' }, dynamic_last4: '4444', type: 'apple_pay' },
    });
    expect(method['billing_details']).to.include({ email: 'eva@example.com', name: 'Eva' });
  });

  it('is a Visa if the device is real, as in test mode', () => {
    const shop = openShop();
    const token = tokenize(shop, { pk_token: '{"data":"…"}', pk_token_transaction_id: 'c0ffee' });
    expect(token['card']).to.include({ brand: 'Visa', tokenization_method: 'apple_pay' });
  });

  it('has the email address and the telephone number that the device has', () => {
    const shop = openShop();
    const detailsOf = (more: WireHash) => {
      const token = tokenize(shop, { ...ofDevice('4242424242424242'), ...more });
      return cardOf(shop, token['id'])['billing_details'];
    };
    expect(detailsOf({ card: { email: '', phone: '+34611223344' } })).to.include({
      email: null,
      phone: '+34611223344',
    });
    expect(detailsOf({ card: { email: 'eva@example.com', phone: '' } })).to.include({
      email: 'eva@example.com',
      phone: null,
    });
    expect(detailsOf({})).to.include({ email: null, name: null, phone: null });
  });

  it('pays, and its charge and its refund show the wallet', () => {
    const shop = openShop();
    const method = cardOf(shop, tokenize(shop, { card: { ...card, wallet: 'google_pay' } })['id']);
    const { latest_charge } = pay(shop, String(method['id']), { customer: undefined });
    const charge = shop.engine.chargeOf(latest_charge ?? '');
    expect(charge?.payment_method_details.card?.wallet).to.deep.equal({
      dynamic_last4: '4242',
      google_pay: {},
      type: 'google_pay',
    });
    expect(charge?.payment_method_details.card?.checks.cvc_check).to.equal(null);
  });

  it('keeps the wallet as the card of a customer', () => {
    const shop = openShop();
    const token = tokenize(shop, { card: { ...card, wallet: 'google_pay' } });
    const source = right(
      ask(shop.engine, engineOperations.createSource, {
        customer: shop.customer,
        source: String(token['id']),
      }),
    );
    expect(source).to.include({ tokenization_method: 'android_pay', dynamic_last4: '4242' });
  });

  it('can come from Link, which makes no other number', () => {
    const shop = openShop();
    const token = tokenize(shop, { card: { ...card, wallet: 'link' } });
    expect(token['card']).to.include({ tokenization_method: null, dynamic_last4: null });
    expect(cardOf(shop, token['id'])['card']).to.deep.include({
      wallet: { dynamic_last4: null, link: {}, type: 'link' },
    });
  });

  const refused: ReadonlyArray<readonly [WireHash, object]> = [
    [ofDevice('4111111111111112'), { code: 'card_declined', decline_code: 'test_mode_live_card' }],
    [{ card: { ...card, wallet: 'cash' } }, { param: 'card[wallet]' }],
    [{ pk_token: '', card: { number: '4242' } }, { code: 'parameter_unknown' }],
  ];
  for (const [form, error] of refused) {
    it(`is refused if it is ${JSON.stringify(form)}`, () => {
      const { engine } = openShop();
      expect(refusal(ask(engine, engineOperations.createToken, form))).to.deep.include(error);
    });
  }

  it('is remembered under a key without its number', () => {
    const { engine } = openShop();
    right(
      ask(engine, engineOperations.createToken, ofDevice('5555555555554444'), {
        idempotencyKey: 'k1',
      }),
    );
    expect(JSON.stringify(engine.snapshot())).to.not.contain('5555555555554444');
  });
});
