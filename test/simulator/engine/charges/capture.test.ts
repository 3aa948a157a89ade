import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  charged,
  retrievedCharge,
} from '../../../adapters/outbound/memory/support/direct-charges.js';
import {
  eventTypes,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const capture = ({ engine }: Shop, id: string, form: WireHash = {}) =>
  ask(engine, engineOperations.captureCharge, { charge: id, ...form });

describe('an authorized charge without a payment intent', () => {
  const held = (shop: Shop): string => charged(shop, { source: 'tok_visa', capture: 'false' });

  it('shows until when it can be captured, and is captured', () => {
    const shop = openShop();
    const id = held(shop);
    const { created, ...authorized } = retrievedCharge(shop, id);
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

  it('is captured in part, and the rest is released', () => {
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
    expect(right(shop.engine.call(engineOperations.createRefund, { charge: id })).amount).to.equal(
      1500,
    );
  });

  it('is released by a full refund', () => {
    const shop = openShop();
    const id = held(shop);
    const refund = (form: WireHash) =>
      ask(shop.engine, engineOperations.createRefund, { charge: id, ...form });
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

  it('refuses to capture an invalid amount', () => {
    const shop = openShop();
    const id = held(shop);
    const before = shop.engine.snapshot();
    for (const [amount, code] of [
      ['2001', 'amount_too_large'],
      ['49', 'amount_too_small'],
      ['0', 'parameter_invalid_integer'],
      ['-1', undefined],
    ] as const) {
      const error = refusal(capture(shop, id, { amount }));
      expect([error.status, error.param, error.code]).to.deep.equal([400, 'amount', code]);
    }
    expect(shop.engine.snapshot()).to.deep.equal(before);
  });

  it('refuses to capture a charge of a payment intent, or a failed one', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    expect(refusal(capture(shop, intent.latest_charge ?? '')).message).to.equal(
      `This uncaptured Charge was created by a PaymentIntent (${intent.id}). You must capture the PaymentIntent instead. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    );
    const failed = refusal(
      ask(engine, engineOperations.createCharge, {
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
