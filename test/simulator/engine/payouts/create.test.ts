import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  noon,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const payOut = ({ engine }: Shop, form: WireHash) =>
  ask(engine, engineOperations.createPayout, form);
const funds = ({ engine }: Shop) => {
  const { available, pending } = right(engine.call(engineOperations.retrieveBalance, {}));
  return [available[0]?.amount, pending[0]?.amount];
};

/** A shop with 20 euros that are available, and 20 that are pending. */
const shopWithMoney = (): Shop => {
  const shop = openShop();
  pay(shop, 'pm_card_bypassPending', { capture_method: 'automatic' });
  pay(shop, 'pm_card_visa', { capture_method: 'automatic' });
  return shop;
};

describe('a new payout', () => {
  it('takes available money, and arrives at midnight UTC after the next one', () => {
    const shop = shopWithMoney();
    const payout = right(
      payOut(shop, {
        amount: '1500',
        currency: 'EUR',
        description: 'for May',
        metadata: { month: '5' },
        method: 'standard',
        source_type: 'card',
        statement_descriptor: 'LAMPS',
      }),
    );
    const { id, balance_transaction, destination } = payout;
    expect(payout).to.deep.equal({
      id,
      object: 'payout',
      amount: 1500,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: 1_780_099_200,
      automatic: false,
      balance_transaction,
      created: noon,
      currency: 'eur',
      description: 'for May',
      destination,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: { month: '5' },
      method: 'standard',
      original_payout: null,
      payout_method: null,
      reconciliation_status: 'not_applicable',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: 'LAMPS',
      status: 'pending',
      trace_id: { status: 'pending', value: null },
      type: 'bank_account',
    });
    expect(id).to.match(/^po_/);
    expect(destination).to.match(/^ba_/);
    expect(funds(shop)).to.deep.equal([500, 2000]);
    const list = (form: WireHash) =>
      right(ask(shop.engine, engineOperations.listBalanceTransactions, form))['data'];
    expect(list({ source: String(id) })).to.deep.equal(list({ type: 'payout' }));
    expect(list({ type: 'payout' })).to.have.deep.nested.property('0.amount', -1500);
    const booked = right(
      shop.engine.call(engineOperations.retrieveBalanceTransaction, {
        id: String(balance_transaction),
      }),
    );
    expect(booked).to.include({
      description: 'STRIPE PAYOUT',
      reporting_category: 'payout',
      source: id,
      status: 'available',
      type: 'payout',
    });
    const { amount, ...other } = right(payOut(shop, { amount: '500', currency: 'eur' }));
    expect([amount, other['destination']]).to.deep.equal([500, destination]);
  });

  it('is refused without available money, or with a wrong amount or currency', () => {
    const shop = shopWithMoney();
    expect(refusal(payOut(shop, { amount: '2001', currency: 'eur' }))).to.include({
      status: 400,
      code: 'balance_insufficient',
    });
    for (const [form, param] of [
      [{ amount: '0', currency: 'eur' }, 'amount'],
      [{ amount: '100', currency: 'xxd' }, 'currency'],
      [{ amount: '55', currency: 'isk' }, 'amount'],
      [{ amount: '100', currency: 'eur', method: 'instant' }, 'method'],
      [{ amount: '100', currency: 'eur', destination: 'ba_1' }, 'destination'],
      [
        { amount: '100', currency: 'eur', statement_descriptor: 'x'.repeat(23) },
        'statement_descriptor',
      ],
      [{ currency: 'eur' }, 'amount'],
    ] as const) {
      expect(refusal(payOut(shop, form)), param).to.include({ status: 400, param });
    }
    expect(funds(shop)).to.deep.equal([2000, 2000]);
  });
});
