import { expect } from 'chai';
import { operations } from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { WireHash } from '../../../../../../src/adapters/outbound/memory/engine/params/param.js';
import { ask } from '../../support/ask.js';
import { eventTypes, openShop, pay, type Shop } from '../../support/open-shop.js';
import { refusal, right } from '../../support/outcomes.js';

const card = { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' } as const;

const charge = ({ engine }: Shop, form: WireHash) =>
  ask(engine, operations.createCharge, { amount: '2000', currency: 'eur', ...form });
const charged = (shop: Shop, form: WireHash): string => String(right(charge(shop, form))['id']);
const retrieved = ({ engine }: Shop, id: string) =>
  right(engine.call(operations.retrieveCharge, { charge: id }));
const capture = ({ engine }: Shop, id: string, form: WireHash = {}) =>
  ask(engine, operations.captureCharge, { charge: id, ...form });
const update = ({ engine }: Shop, id: string, form: WireHash) =>
  ask(engine, operations.updateCharge, { charge: id, ...form });

const cardOf = ({ engine, customer }: Shop, source = 'tok_visa') =>
  right(engine.call(operations.createSource, { customer, source }));

describe('a charge without a payment intent', () => {
  it('takes the money of a token, and keeps what is said of it', () => {
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
      const made = retrieved(shop, id);
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

  it('takes a customer’s card, and the default one when none is named', () => {
    const shop = openShop();
    const { customer } = shop;
    const first = cardOf(shop);
    const second = cardOf(shop, 'tok_mastercard');
    expect(retrieved(shop, charged(shop, { customer })).payment_method).to.equal(first.id);
    const named = retrieved(shop, charged(shop, { customer, source: second.id }));
    expect(named).to.include({ customer, payment_method: second.id });
  });

  it('takes a card that is written out once, and uses up a token', () => {
    const shop = openShop();
    const { engine } = shop;
    const made = retrieved(
      shop,
      charged(shop, { source: { object: 'card', ...card, name: 'Ana' } }),
    );
    expect(made.source).to.include({ last4: '4242', name: 'Ana' });
    expect(made.billing_details.name).to.equal('Ana');
    const again = engine.call(operations.createIntent, {
      amount: 2000,
      currency: 'eur',
      payment_method: made.payment_method,
    });
    expect(refusal(again).param).to.equal('payment_method');

    const form = { card: { number: '4242424242424242', exp_month: 12, exp_year: 2030 } };
    const { id } = right(engine.call(operations.createToken, form));
    charged(shop, { source: id });
    expect(refusal(charge(shop, { source: id })).code).to.equal('token_already_used');
  });

  it('does not tell an idempotency key the number of a card', () => {
    const shop = openShop();
    const form = { amount: '2000', currency: 'eur', source: card };
    const keyed = { idempotencyKey: 'k' };
    const first = right(ask(shop.engine, operations.createCharge, form, keyed));
    expect(right(ask(shop.engine, operations.createCharge, form, keyed))).to.deep.equal(first);
    expect(JSON.stringify(shop.engine.snapshot())).not.to.contain(card.number);
  });

  it('is declined: a failed charge, and an error that names it', () => {
    const shop = openShop();
    const types = eventTypes(shop.engine, () => {
      const error = refusal(charge(shop, { source: 'tok_chargeDeclinedInsufficientFunds' }));
      expect(error).to.include({
        status: 402,
        code: 'card_declined',
        decline_code: 'insufficient_funds',
      });
      expect(error).not.to.have.any.keys('payment_intent', 'payment_method');
      expect(retrieved(shop, error.charge ?? '')).to.include({
        status: 'failed',
        paid: false,
        failure_code: 'card_declined',
        receipt_url: null,
      });
    });
    expect(types).to.deep.equal(['charge.failed']);
  });

  it('is declined for a card that asks for 3D Secure: nobody is there to be asked', () => {
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

  it('meets the failures that were planned for it', () => {
    const shop = openShop();
    shop.engine.failNext({ on: 'createCharge', with: { decline: 'lost_card' }, times: 1 });
    expect(refusal(charge(shop, { source: 'tok_visa' })).decline_code).to.equal('lost_card');
    expect(right(charge(shop, { source: 'tok_visa' }))).to.include({ status: 'succeeded' });
  });

  it('is refused without a trace', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const stranger = right(engine.call(operations.createCustomer, {})).id;
    const theirs = right(
      engine.call(operations.createSource, { customer: stranger, source: 'tok_visa' }),
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

describe('a charge that only holds its amount', () => {
  const held = (shop: Shop): string => charged(shop, { source: 'tok_visa', capture: 'false' });

  it('says until when, and is captured', () => {
    const shop = openShop();
    const id = held(shop);
    const { created, ...authorized } = retrieved(shop, id);
    expect(authorized).to.include({
      amount_captured: 0,
      balance_transaction: null,
      captured: false,
      paid: true,
      status: 'succeeded',
    });
    expect(authorized.payment_method_details.card).to.include({
      amount_authorized: 2000,
      capture_before: created + 604_800,
    });
    const types = eventTypes(shop.engine, () => {
      expect(right(capture(shop, id, { receipt_email: 'a@b.c', transfer_group: 'G1' }))).to.include(
        {
          amount_captured: 2000,
          captured: true,
          receipt_email: 'a@b.c',
          refunded: false,
          transfer_group: 'G1',
        },
      );
    });
    expect(types).to.deep.equal(['charge.captured']);
    expect(refusal(capture(shop, id))).to.include({
      status: 400,
      code: 'charge_already_captured',
      message: `Charge ${id} has already been captured.`,
    });
  });

  it('is captured in part; the rest is released', () => {
    const shop = openShop();
    const id = held(shop);
    const types = eventTypes(shop.engine, () => {
      expect(right(capture(shop, id, { amount: '1500' }))).to.include({
        amount_captured: 1500,
        amount_refunded: 500,
        refunded: false,
      });
    });
    expect(types).to.deep.equal(['charge.captured', 'refund.created', 'charge.refunded']);
    expect(right(shop.engine.call(operations.createRefund, { charge: id })).amount).to.equal(1500);
  });

  it('is released by a refund of all of it', () => {
    const shop = openShop();
    const id = held(shop);
    const refund = (form: WireHash) =>
      ask(shop.engine, operations.createRefund, { charge: id, ...form });
    expect(refusal(refund({ amount: '500' })).message).to.match(
      /^You cannot partially refund an uncaptured charge\./,
    );
    expect(right(refund({}))).to.include({
      amount: 2000,
      balance_transaction: null,
      payment_intent: null,
      status: 'succeeded',
    });
    expect(refusal(capture(shop, id)).code).to.equal('charge_expired_for_capture');
  });

  it('is not captured for amounts that cannot be', () => {
    const shop = openShop();
    const id = held(shop);
    const before = shop.engine.snapshot();
    for (const [amount, code] of [
      ['2001', 'amount_too_large'],
      ['0', 'parameter_invalid_integer'],
      ['-1', undefined],
    ] as const) {
      const error = refusal(capture(shop, id, { amount }));
      expect([error.status, error.param, error.code]).to.deep.equal([400, 'amount', code]);
    }
    expect(shop.engine.snapshot()).to.deep.equal(before);
  });

  it('is not captured beside its payment intent, nor when it failed', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    expect(refusal(capture(shop, intent.latest_charge ?? '')).message).to.equal(
      `This uncaptured Charge was created by a PaymentIntent (${intent.id}). You must capture the PaymentIntent instead. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    );
    const failed = refusal(
      ask(engine, operations.createCharge, {
        amount: '2000',
        currency: 'eur',
        source: 'tok_chargeDeclined',
        capture: 'false',
      }),
    ).charge;
    expect(refusal(capture(shop, failed ?? '')).message).to.contain('was not paid');
    expect(refusal(capture(shop, 'ch_none'))).to.include({ status: 404, param: 'id' });
  });
});

describe('an update of a charge', () => {
  it('changes what it names, and is an event when something changes', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const id = charged(shop, { source: 'tok_visa', metadata: { a: '1' } });
    const types = eventTypes(engine, () => {
      const after = right(
        update(shop, id, {
          customer,
          description: 'Hats',
          fraud_details: { user_report: 'safe' },
          metadata: { b: '2' },
          receipt_email: 'a@b.c',
          shipping: { address: { city: 'Lugo' }, name: 'Ana' },
          transfer_group: 'G1',
        }),
      );
      expect(after).to.deep.include({
        customer,
        description: 'Hats',
        fraud_details: { user_report: 'safe' },
        metadata: { a: '1', b: '2' },
        receipt_email: 'a@b.c',
        transfer_group: 'G1',
      });
      right(update(shop, id, { description: 'Hats', customer }));
    });
    expect(types).to.deep.equal(['charge.updated']);
    const [event] = right(engine.call(operations.listEvents, { limit: 1 })).data;
    expect(event?.data.previous_attributes).to.deep.include({ customer: null, description: null });
    expect(right(update(shop, id, { fraud_details: { user_report: '' } }))).to.deep.include({
      fraud_details: {},
    });
  });

  it('is refused for what is settled already', () => {
    const shop = openShop();
    const { engine } = shop;
    const other = right(engine.call(operations.createCustomer, {})).id;
    const { latest_charge } = pay(shop, 'pm_card_visa', { transfer_group: 'G1' });
    const id = latest_charge ?? '';
    for (const [form, param] of [
      [{ customer: other }, 'customer'],
      [{ transfer_group: 'G2' }, 'transfer_group'],
      [{ amount: '1' }, 'amount'],
      [{ fraud_details: { user_report: 'odd' } }, 'fraud_details[user_report]'],
    ] as const) {
      expect(refusal(update(shop, id, form))).to.include({ status: 400, param });
    }
    expect(refusal(update(shop, 'ch_none', {}))).to.include({ status: 404 });
  });
});

describe('the list of charges', () => {
  it('has those of a customer, of an intent or of a group, with or without an intent', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    cardOf(shop);
    const direct = charged(shop, { customer, transfer_group: 'G1' });
    const nobodys = charged(shop, { source: 'tok_visa', transfer_group: 'G1' });
    const intent = pay(shop);
    const list = (form: WireHash) => right(ask(engine, operations.listCharges, form))['data'];
    const ids = (form: WireHash): unknown => {
      const data = list(form);
      return Array.isArray(data) ? data.map((one: { readonly id: string }) => one.id) : data;
    };
    expect(ids({})).to.deep.equal([intent.latest_charge, nobodys, direct]);
    expect(ids({ customer })).to.deep.equal([intent.latest_charge, direct]);
    expect(ids({ payment_intent: intent.id })).to.deep.equal([intent.latest_charge]);
    expect(ids({ transfer_group: 'G1' })).to.deep.equal([nobodys, direct]);
    expect(ids({ transfer_group: 'G2' })).to.deep.equal([]);
  });
});
