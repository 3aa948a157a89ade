import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  charge,
  charged,
  retrievedCharge,
} from '../../../adapters/outbound/memory/support/direct-charges.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const card = { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' } as const;

const cardOf = ({ engine, customer }: Shop, source = 'tok_visa') =>
  right(engine.call(engineOperations.createSource, { customer, source }));

describe('a charge without a payment intent', () => {
  it('charges a token and stores every given field', () => {
    const shop = openShop();
    const said = {
      description: 'Hats',
      metadata: { order: '1' },
      receipt_email: 'a@b.c',
      statement_descriptor: 'HATS',
      statement_descriptor_suffix: 'HAT 1',
      transfer_group: 'G1',
    } as const;
    const types = eventTypes(shop.engine, () => {
      const id = charged(shop, {
        ...said,
        radar_options: { session: 'rse_1' },
        shipping: { address: { line1: 'Calle 1' }, name: 'Ana' },
        source: 'tok_visa',
      });
      const made = retrievedCharge(shop, id);
      expect(made).to.deep.include({
        ...said,
        amount: 2000,
        amount_captured: 2000,
        captured: true,
        customer: null,
        paid: true,
        payment_intent: null,
        radar_options: { session: 'rse_1' },
        status: 'succeeded',
      });
      expect(made.source).to.include({ object: 'card', last4: '4242', cvc_check: 'pass' });
      expect(made.source?.id).to.equal(made.payment_method);
      expect(made.shipping).to.include({ name: 'Ana', carrier: null });
    });
    expect(types).to.deep.equal(['charge.succeeded']);
  });

  it('charges the named card of a customer, or else the default card', () => {
    const shop = openShop();
    const { customer } = shop;
    const first = cardOf(shop);
    const second = cardOf(shop, 'tok_mastercard');
    expect(retrievedCharge(shop, charged(shop, { customer })).payment_method).to.equal(first.id);
    const named = retrievedCharge(shop, charged(shop, { customer, source: second.id }));
    expect(named).to.include({ customer, payment_method: second.id });
  });

  it('refuses a customer with payment methods only, whatever payment_method says (04.54, 04.56)', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const { id } = right(
      engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer,
      }),
    );
    expect(refusal(charge(shop, { customer, payment_method: id }))).to.deep.equal({
      status: 402,
      type: 'card_error',
      code: 'missing',
      doc_url: 'https://stripe.com/docs/error-codes/missing',
      message:
        "This Customer doesn't have any legacy saved payment details, but does have a Payment Method attached. Use a Payment Intent instead of creating a Charge: https://stripe.com/docs/payments/payment-intents/migration",
      param: 'card',
    });
    expect(refusal(charge(shop, { payment_method: id }))).to.include({
      status: 400,
      code: 'parameter_missing',
      message: 'Must provide source or customer.',
    });
  });

  it('charges a card given in full only once, and a token only once', () => {
    const shop = openShop();
    const { engine } = shop;
    const made = retrievedCharge(
      shop,
      charged(shop, { source: { object: 'card', ...card, name: 'Ana' } }),
    );
    expect(made.source).to.include({ last4: '4242', name: 'Ana' });
    expect(made.billing_details.name).to.equal('Ana');
    const again = engine.call(engineOperations.createIntent, {
      amount: 2000,
      currency: 'eur',
      payment_method: made.payment_method,
    });
    expect(refusal(again).param).to.equal('payment_method');

    const form = { card: { number: '4242424242424242', exp_month: 12, exp_year: 2030 } };
    const { id } = right(engine.call(engineOperations.createToken, form));
    charged(shop, { source: id });
    expect(refusal(charge(shop, { source: id })).code).to.equal('token_already_used');
  });

  it('does not store the card number with an idempotency key', () => {
    const shop = openShop();
    const form = { amount: '2000', currency: 'eur', source: card };
    const keyed = { idempotencyKey: 'k' };
    const first = right(ask(shop.engine, engineOperations.createCharge, form, keyed));
    expect(right(ask(shop.engine, engineOperations.createCharge, form, keyed))).to.deep.equal(
      first,
    );
    expect(JSON.stringify(shop.engine.snapshot())).not.to.contain(card.number);
  });

  it('if declined, is stored as failed, and the error has its id', () => {
    const shop = openShop();
    const types = eventTypes(shop.engine, () => {
      const error = refusal(charge(shop, { source: 'tok_chargeDeclinedInsufficientFunds' }));
      expect(error).to.include({
        status: 402,
        code: 'card_declined',
        decline_code: 'insufficient_funds',
      });
      expect(error).not.to.have.any.keys('payment_intent', 'payment_method');
      expect(retrievedCharge(shop, error.charge ?? '')).to.include({
        status: 'failed',
        paid: false,
        failure_code: 'card_declined',
        receipt_url: null,
      });
    });
    expect(types).to.deep.equal(['charge.failed']);
  });

  it('is declined for a card that requires 3D Secure, because no customer is present', () => {
    const shop = openShop();
    const source = { ...card, number: '4000002760003184' };
    expect(refusal(charge(shop, { source }))).to.include({
      status: 402,
      code: 'authentication_required',
    });
    expect(right(charge(shop, { source: { ...card, number: '4000000000003055' } }))).to.include({
      paid: true,
    });
  });

  it('fails as planned', () => {
    const shop = openShop();
    shop.engine.failNext({ on: 'createCharge', with: { decline: 'lost_card' }, times: 1 });
    expect(refusal(charge(shop, { source: 'tok_visa' })).decline_code).to.equal('lost_card');
    expect(right(charge(shop, { source: 'tok_visa' }))).to.include({ status: 'succeeded' });
  });

  it('changes nothing if its parameters are refused', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const stranger = right(engine.call(engineOperations.createCustomer, {})).id;
    const theirs = right(
      engine.call(engineOperations.createSource, { customer: stranger, source: 'tok_visa' }),
    ).id;
    const before = engine.snapshot();
    const noCard = { status: 402, type: 'card_error', code: 'missing', param: 'card' };
    for (const [form, error] of [
      [{}, { code: 'parameter_missing', message: 'Must provide source or customer.' }],
      [{ customer }, noCard],
      [
        { customer, source: theirs },
        { code: 'missing', param: 'source' },
      ],
      [
        { customer, source: 'tok_visa' },
        { code: 'missing', param: 'source' },
      ],
      [{ source: theirs }, { code: 'resource_missing', param: 'source' }],
      [{ source: 'tok_none' }, { code: 'resource_missing', param: 'source' }],
      [{ customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
      [{ source: { ...card, number: '4242424242424241' } }, { status: 402 }],
      [{ source: 'tok_visa', amount: '49' }, { code: 'amount_too_small' }],
      [{ source: 'tok_visa', currency: 'xyz' }, { param: 'currency' }],
      [{ source: 'tok_visa', statement_descriptor: '1' }, { param: 'statement_descriptor' }],
      [{ source: 'tok_visa', application_fee_amount: '1' }, { param: 'application_fee_amount' }],
      [{ source: 'tok_visa', confirm: 'true' }, { code: 'parameter_unknown' }],
    ] as const) {
      expect(refusal(charge(shop, form))).to.include({ status: 400, ...error });
    }
    expect(engine.snapshot()).to.deep.equal(before);
  });
});
