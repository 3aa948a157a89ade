import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const disputes = ({ engine }: Shop, form = {}) =>
  right(engine.call(engineOperations.listDisputes, form)).data;

describe('a dispute', () => {
  it('is created when its charge is captured, and not before', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = pay(shop, 'pm_card_createDispute', { capture_method: 'manual' });
    expect(disputes(shop)).to.deep.equal([]);
    const types = eventTypes(engine, () => {
      const params = { payment_intent: id, amount_to_capture: 1500 };
      right(engine.call(engineOperations.captureIntent, params));
    });
    expect(types).to.deep.equal([
      'charge.captured',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.updated',
      'payment_intent.succeeded',
    ]);
    const [dispute] = disputes(shop);
    // Recording 05.31.
    const ofCharge = (charge: string) =>
      engine.call(engineOperations.retrieveChargeDispute, { charge });
    expect(right(ofCharge(dispute?.charge ?? ''))).to.deep.equal(dispute);
    const undisputed = pay(shop).latest_charge ?? '';
    expect(refusal(ofCharge(undisputed))).to.deep.equal({
      status: 404,
      type: 'invalid_request_error',
      message: `No dispute for charge: ${undisputed}`,
    });
    expect(refusal(ofCharge('ch_none'))).to.include({ status: 404, param: 'charge' });
    expect(dispute).to.include({ amount: 1500, payment_intent: id, status: 'needs_response' });
    expect(dispute?.balance_transactions.map(({ amount }) => amount)).to.deep.equal([-1500]);
    const charge = right(
      engine.call(engineOperations.retrieveCharge, { charge: dispute?.charge ?? '' }),
    );
    expect(charge).to.include({ amount_refunded: 0, dispute: dispute?.id, disputed: true });
  });

  it('is created after a processing payment, and for a charge without an intent', () => {
    const shop = openShop();
    const { engine, processor } = shop;
    engine.failNext({ on: 'confirm', with: 'processing', times: 1 });
    const { id } = pay(shop, 'pm_card_createDispute');
    expect(disputes(shop)).to.deep.equal([]);
    processor.controls.settle(id);
    expect(disputes(shop, { payment_intent: id })).to.have.length(1);
    const card = { number: '4000000000000259', exp_month: 12, exp_year: 2030 };
    const charge = right(
      engine.call(engineOperations.createCharge, { amount: 900, currency: 'eur', source: card }),
    );
    expect(disputes(shop, { charge: charge.id })).to.have.length(1);
    expect(disputes(shop)).to.have.length(2);
  });

  it('is found by its id, with its charge expanded on request', () => {
    const shop = openShop();
    const { engine } = shop;
    const charge = pay(shop, 'pm_card_createDispute').latest_charge ?? '';
    const [dispute] = disputes(shop, { charge });
    const id = dispute?.id ?? '';
    expect(right(engine.call(engineOperations.retrieveDispute, { dispute: id }))).to.deep.equal(
      dispute,
    );
    const expanded = ask(engine, engineOperations.retrieveDispute, {
      dispute: id,
      expand: ['charge'],
    });
    expect(right(expanded)['charge']).to.deep.include({ id: charge, disputed: true });
    const missing = engine.call(engineOperations.retrieveDispute, { dispute: 'du_none' });
    expect(refusal(missing)).to.include({
      status: 404,
      message: "No such dispute: 'du_none'",
      param: 'dispute',
    });
  });
});
