import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const day = 86_400;
const fees = { percent: 1.5, fixed: 25 };

const payOut = ({ processor }: Shop) => processor.controls.payOut();
const entriesOf = ({ engine }: Shop, payout: string | undefined) =>
  right(engine.call(engineOperations.listBalanceTransactions, { payout: payout ?? '', limit: 100 }))
    .data;
const chargeOf = ({ latest_charge }: { readonly latest_charge: string | null }) =>
  latest_charge ?? '';

describe('automatic payouts', () => {
  it('pay out what is available, once, and list it', () => {
    const shop = openShop({ fees });
    const { engine } = shop;
    const first = pay(shop);
    expect(payOut(shop), 'nothing is available yet').to.deep.equal([]);
    engine.clock.advance(8 * day);
    const second = pay(shop);
    right(engine.call(engineOperations.createRefund, { charge: chargeOf(first), amount: 500 }));
    const [payout] = payOut(shop);
    expect(payout).to.include({ amount: 2000 - 55 - 500, automatic: true, status: 'pending' });
    expect(payOut(shop), 'once').to.deep.equal([]);
    const entries = entriesOf(shop, payout?.id);
    expect(entries.map(({ type, net }) => [type, net])).to.deep.equal([
      ['payout', -1445],
      ['refund', -500],
      ['charge', 1945],
    ]);
    engine.clock.advance(8 * day);
    const [later] = payOut(shop);
    expect(entriesOf(shop, later?.id).map(({ source }) => source)).to.deep.equal([
      later?.id,
      chargeOf(second),
    ]);
    expect(right(engine.call(engineOperations.retrieveBalance, {})).available[0]?.amount).to.equal(
      0,
    );
  });

  it('are one for each currency', () => {
    const shop = openShop();
    pay(shop);
    pay(shop, 'pm_card_visa', { amount: 3000, currency: 'jpy' });
    shop.engine.clock.advance(8 * day);
    expect(payOut(shop).map(({ amount, currency }) => [currency, amount])).to.deep.equal([
      ['eur', 2000],
      ['jpy', 3000],
    ]);
  });

  it('wait while the balance is negative, and then pay out the rest', () => {
    const shop = openShop();
    const { engine } = shop;
    const charge = chargeOf(pay(shop));
    right(engine.call(engineOperations.createRefund, { charge }));
    expect(payOut(shop), 'the refund is available before its charge').to.deep.equal([]);
    pay(shop);
    engine.clock.advance(8 * day);
    const [payout] = payOut(shop);
    expect(payout?.amount).to.equal(2000);
    expect(entriesOf(shop, payout?.id)).to.have.lengthOf(4);
  });

  it('pay out again what the bank returned', () => {
    const shop = openShop();
    pay(shop);
    shop.engine.clock.advance(8 * day);
    const [failed] = payOut(shop);
    shop.processor.controls.fail(failed?.id ?? '');
    const [payout] = payOut(shop);
    expect(payout?.amount).to.equal(2000);
    expect(entriesOf(shop, payout?.id).map(({ type }) => type)).to.deep.equal([
      'payout',
      'payout_failure',
    ]);
  });

  it('survive a snapshot', () => {
    const shop = openShop();
    pay(shop);
    shop.engine.clock.advance(8 * day);
    const [payout] = payOut(shop);
    const entries = entriesOf(shop, payout?.id);
    const { controls } = shop.processor;
    const snapshot: unknown = JSON.parse(JSON.stringify(controls.snapshot()));
    controls.reset();
    Reflect.apply(controls.restore, controls, [snapshot]);
    expect(entriesOf(shop, payout?.id)).to.deep.equal(entries);
    expect(payOut(shop)).to.deep.equal([]);
  });

  it('know their transactions, unlike payouts by hand', () => {
    const shop = openShop();
    const { engine } = shop;
    pay(shop);
    engine.clock.advance(8 * day);
    const { id } = right(
      engine.call(engineOperations.createPayout, { amount: 500, currency: 'eur' }),
    );
    expect(
      refusal(engine.call(engineOperations.listBalanceTransactions, { payout: id })).message,
    ).to.match(/only be filtered on automatic transfers/);
    const [payout] = payOut(shop);
    expect(payout?.amount).to.equal(1500);
    const net = entriesOf(shop, payout?.id).reduce((sum, entry) => sum + entry.net, 0);
    expect(net).to.equal(0);
  });
});
