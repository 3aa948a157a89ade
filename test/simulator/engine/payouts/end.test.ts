import { expect } from 'chai';
import type { PayoutObject } from '../../../../src/simulator/engine/objects/payout.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right, thrown } from '../../../adapters/outbound/memory/support/outcomes.js';

const midnight = 1_780_012_800;
const day = 86_400;

const shopWithPayouts = (count: number): { shop: Shop; ids: ReadonlyArray<string> } => {
  const shop = openShop();
  const { engine } = shop;
  pay(shop, 'pm_card_bypassPending', { amount: 100 * count, capture_method: 'automatic' });
  const ids = Array.from(
    { length: count },
    () => right(engine.call(engineOperations.createPayout, { amount: 100, currency: 'eur' })).id,
  );
  return { shop, ids };
};
const retrieved = ({ engine }: Shop, payout = ''): PayoutObject =>
  right(engine.call(engineOperations.retrievePayout, { payout }));
const available = ({ engine }: Shop) =>
  right(engine.call(engineOperations.retrieveBalance, {})).available[0]?.amount;

describe('a payout', () => {
  it('is in transit from midnight, and arrives a day later', () => {
    const { shop, ids } = shopWithPayouts(1);
    const { engine } = shop;
    const [id] = ids;
    expect(eventTypes(engine, () => engine.clock.advance(midnight - noon - 1))).to.deep.equal([]);
    expect(eventTypes(engine, () => engine.clock.advance(1))).to.deep.equal(['payout.updated']);
    expect(retrieved(shop, id).status).to.equal('in_transit');
    const cancel = engine.call(engineOperations.cancelPayout, { payout: id ?? '' });
    expect(refusal(cancel)).to.deep.equal({
      status: 400,
      type: 'invalid_request_error',
      message: 'Payouts can only be canceled while they are pending.',
    });
    expect(eventTypes(engine, () => engine.clock.advance(day))).to.deep.equal(['payout.paid']);
    const paid = retrieved(shop, id);
    expect(paid).to.include({ status: 'paid', arrival_date: midnight + day });
    expect(paid.trace_id.status).to.equal('supported');
    expect(available(shop)).to.equal(0);
  });

  it('gives the money back when it is canceled, and never arrives', () => {
    const { shop, ids } = shopWithPayouts(1);
    const { engine } = shop;
    const payout = ids[0] ?? '';
    const types = eventTypes(engine, () => {
      right(engine.call(engineOperations.cancelPayout, { payout }));
    });
    expect(types).to.deep.equal(['payout.canceled']);
    expect(available(shop)).to.equal(100);
    engine.clock.advance(3 * day);
    const canceled = retrieved(shop, payout);
    expect(canceled).to.include({ status: 'canceled', failure_code: null });
    const id = canceled.failure_balance_transaction ?? '';
    expect(right(engine.call(engineOperations.retrieveBalanceTransaction, { id }))).to.include({
      amount: 100,
      reporting_category: 'payout_reversal',
      source: payout,
      type: 'payout_cancel',
    });
  });

  it('arrives or fails at once when a control says so', () => {
    const { shop, ids } = shopWithPayouts(3);
    const { controls } = shop.processor;
    const [first = '', second = '', third = ''] = ids;
    expect(controls.settle(first).status).to.equal('paid');
    expect(controls.fail(first)).to.include({
      status: 'failed',
      failure_code: 'could_not_process',
    });
    expect(available(shop)).to.equal(100);
    const types = eventTypes(shop.engine, () => controls.fail(second));
    expect(types).to.deep.equal(['payout.failed']);
    for (const id of [first, second]) {
      expect(thrown(() => controls.settle(id)).message).to.equal(
        `Payout ${id} has a status of failed, but it would have to be in pending or in_transit.`,
      );
    }
    shop.engine.clock.advance(3 * day);
    expect(ids.map((id) => retrieved(shop, id).status)).to.deep.equal(['failed', 'failed', 'paid']);
    const reverse = shop.engine.call(engineOperations.reversePayout, { payout: third });
    expect(refusal(reverse)).to.include({ status: 400 });
  });
});

describe('payouts', () => {
  it('are changed, and listed by status and arrival', () => {
    const { shop, ids } = shopWithPayouts(2);
    const { engine } = shop;
    const [first = '', second = ''] = ids;
    const metadata = { month: '5' };
    const types = eventTypes(engine, () => {
      const updated = ask(engine, engineOperations.updatePayout, { payout: first, metadata });
      expect(right(updated)).to.deep.include({ metadata });
    });
    expect(types).to.deep.equal(['payout.updated']);
    right(engine.call(engineOperations.cancelPayout, { payout: second }));
    const listed = (form: WireHash) => {
      const { data } = right(ask(engine, engineOperations.listPayouts, form));
      return Array.isArray(data) ? data.map(({ id }: PayoutObject) => id) : [];
    };
    expect(listed({})).to.deep.equal([second, first]);
    expect(listed({ status: 'pending' })).to.deep.equal([first]);
    expect(listed({ status: 'paid' })).to.deep.equal([]);
    const arrival = String(midnight + day);
    expect(listed({ arrival_date: arrival })).to.deep.equal([second, first]);
    expect(listed({ arrival_date: { gt: arrival } })).to.deep.equal([]);
    expect(listed({ arrival_date: { gte: arrival, lte: arrival } })).to.deep.equal([second, first]);
    expect(listed({ arrival_date: { lt: arrival } })).to.deep.equal([]);
    expect(listed({ starting_after: second })).to.deep.equal([first]);
  });

  it('do not say what they pay out, because they are not automatic', () => {
    const { shop, ids } = shopWithPayouts(1);
    const { engine } = shop;
    const of = (payout: string) =>
      refusal(engine.call(engineOperations.listBalanceTransactions, { payout }));
    expect(of(ids[0] ?? '').message).to.equal(
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
    );
    // Recording 11, step 25.
    expect(of('po_nope')).to.include({ status: 400, param: 'payout' });
  });
});
