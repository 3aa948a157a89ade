import { expect } from 'chai';
import * as fc from 'fast-check';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  noon,
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';

const balance = ({ engine }: Shop) => right(engine.call(engineOperations.retrieveBalance, {}));
const available = (shop: Shop): unknown =>
  Object.fromEntries(balance(shop).available.map(({ currency, amount }) => [currency, amount]));
/** The available and the pending amount of the first currency. */
const funds = (shop: Shop): ReadonlyArray<number | undefined> => {
  const { available: now, pending } = balance(shop);
  return [now[0]?.amount, pending[0]?.amount];
};
const transactions = ({ engine }: Shop, form: WireHash = {}) =>
  right(ask(engine, engineOperations.listBalanceTransactions, form))['data'];

const midnight = 1_780_531_200;

describe('the balance', () => {
  it('is empty at first', () => {
    expect(balance(openShop())).to.deep.equal({
      object: 'balance',
      available: [{ amount: 0, currency: 'eur', source_types: { card: 0 } }],
      livemode: false,
      pending: [{ amount: 0, currency: 'eur', source_types: { card: 0 } }],
      refund_and_dispute_prefunding: {
        available: [{ amount: 0, currency: 'eur' }],
        pending: [{ amount: 0, currency: 'eur' }],
      },
    });
  });

  it('is the captured and not refunded amount of each currency, pending for a week', () => {
    const shop = openShop();
    const { engine } = shop;
    pay(shop);
    const { id } = pay(shop, 'pm_card_visa', { amount: 3000, currency: 'jpy' });
    right(engine.call(engineOperations.createRefund, { payment_intent: id, amount: 1000 }));
    pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    const held = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    right(
      engine.call(engineOperations.captureIntent, {
        payment_intent: held.id,
        amount_to_capture: 500,
      }),
    );
    const both = [
      { amount: 2500, currency: 'eur', source_types: { card: 2500 } },
      { amount: 2000, currency: 'jpy', source_types: { card: 2000 } },
    ];
    expect(balance(shop).pending).to.deep.equal(both);
    expect(available(shop)).to.deep.equal({ eur: 0, jpy: 0 });
    engine.clock.advance(midnight - noon - 1);
    expect(balance(shop).pending).to.deep.equal(both);
    engine.clock.advance(1);
    expect(balance(shop).available).to.deep.equal(both);
    expect(balance(shop).pending.map(({ amount }) => amount)).to.deep.equal([0, 0]);
  });

  it('becomes available day by day, and pays refunds from where the money is', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = pay(shop);
    engine.clock.advance(86_400);
    pay(shop, 'pm_card_visa', { amount: 700 });
    pay(shop, 'pm_card_bypassPending', { amount: 50 });
    expect(funds(shop)).to.deep.equal([50, 2700]);
    right(engine.call(engineOperations.createRefund, { payment_intent: id, amount: 400 }));
    expect(funds(shop)).to.deep.equal([50, 2300]);
    engine.clock.advance(midnight - noon - 86_400);
    expect(funds(shop)).to.deep.equal([1650, 700]);
    right(engine.call(engineOperations.createRefund, { payment_intent: id, amount: 1000 }));
    expect(funds(shop)).to.deep.equal([650, 700]);
    engine.clock.advance(86_400);
    pay(shop, 'pm_card_visa', { amount: 60 });
    expect(funds(shop)).to.deep.equal([1350, 60]);
  });

  it('is reduced by the fees of charges, which refunds do not return', () => {
    const shop = openShop({ fees: { percent: 3.7, fixed: 30 } });
    const { engine } = shop;
    const charge = pay(shop, 'pm_card_visa', { amount: 4400 }).latest_charge ?? '';
    expect(funds(shop)).to.deep.equal([0, 4207]);
    right(engine.call(engineOperations.createRefund, { charge }));
    expect(funds(shop)).to.deep.equal([0, -193]);
    // Recording 11, steps 21 and 10.
    expect(transactions(shop, { type: 'charge' })).to.have.nested.property('0.fee', 193);
    expect(transactions(shop, { source: charge })).to.have.deep.nested.property('0.fee_details', [
      {
        amount: 193,
        application: null,
        currency: 'eur',
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ]);
    expect(transactions(shop, { type: 'refund' })).to.have.nested.property('0.fee', 0);
  });

  it('regains the amount of a failed refund', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = payWithNumber(shop, '4000000000005126', { description: 'a lamp' });
    const refund = right(engine.call(engineOperations.createRefund, { payment_intent: id }));
    expect(funds(shop)).to.deep.equal([0, 0]);
    const failed = right(engine.control(controls.failRefund, { refund: refund.id }));
    expect(funds(shop)).to.deep.equal([0, 2000]);
    expect(
      right(
        engine.call(engineOperations.retrieveBalanceTransaction, {
          id: failed.failure_balance_transaction ?? '',
        }),
      ),
    ).to.include({
      type: 'refund_failure',
      amount: 2000,
      description: 'REFUND FAILURE (a lamp)',
      source: refund.id,
      status: 'pending',
    });
  });

  it('loads from a snapshot that has only its sums', () => {
    const shop = openShop();
    pay(shop);
    const { pendingFunds: _, ...state } = shop.engine.snapshot().state;
    const snapshot = { ...shop.engine.snapshot(), state };
    const twin = openShop();
    twin.processor.controls.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(funds(twin)).to.deep.equal([2000, 0]);
  });
});

describe('a balance transaction', () => {
  it('shows what a charge or a refund changed, and is expanded on request', () => {
    const shop = openShop();
    const { engine } = shop;
    const { latest_charge } = pay(shop, 'pm_card_visa', { description: 'two lamps' });
    const charge = latest_charge ?? '';
    const refund = right(engine.call(engineOperations.createRefund, { charge, amount: 500 }));
    const of = (id: string | null) =>
      right(engine.call(engineOperations.retrieveBalanceTransaction, { id: id ?? '' }));
    const { balance_transaction } = right(engine.call(engineOperations.retrieveCharge, { charge }));
    const taken = of(balance_transaction);
    expect(taken).to.deep.equal({
      id: balance_transaction,
      object: 'balance_transaction',
      amount: 2000,
      available_on: midnight,
      balance_type: 'payments',
      created: noon,
      currency: 'eur',
      description: 'two lamps',
      exchange_rate: null,
      fee: 0,
      fee_details: [],
      net: 2000,
      reporting_category: 'charge',
      source: charge,
      status: 'pending',
      type: 'charge',
    });
    expect(of(refund.balance_transaction)).to.include({
      amount: -500,
      available_on: midnight,
      description: 'REFUND FOR CHARGE (two lamps)',
      net: -500,
      status: 'pending',
      type: 'refund',
      source: refund.id,
    });
    const expand = ['balance_transaction'];
    expect(right(ask(engine, engineOperations.retrieveCharge, { charge, expand }))).to.deep.include(
      {
        balance_transaction: taken,
      },
    );
    engine.clock.advance(midnight - noon);
    expect(of(balance_transaction)).to.deep.equal({ ...taken, status: 'available' });
    const missing = engine.call(engineOperations.retrieveBalanceTransaction, { id: 'txn_none' });
    expect(refusal(missing)).to.include({
      status: 404,
      message: "No such balance transaction: 'txn_none'",
    });
  });

  it('is listed, newest first, or by its source, type or currency', () => {
    const shop = openShop();
    const { engine } = shop;
    const { latest_charge } = pay(shop);
    const charge = latest_charge ?? '';
    const refund = right(engine.call(engineOperations.createRefund, { charge }));
    const all = transactions(shop);
    expect(all).to.be.an('array').with.length(2);
    const [second, first] = Array.isArray(all) ? all : [];
    expect(second).to.include({ source: refund.id, description: 'REFUND FOR CHARGE' });
    expect(transactions(shop, { source: charge })).to.deep.equal([first]);
    expect(transactions(shop, { type: 'charge' })).to.deep.equal([first]);
    expect(transactions(shop, { type: 'refund' })).to.deep.equal([second]);
    expect(transactions(shop, { type: 'refund', source: charge })).to.deep.equal([]);
    expect(transactions(shop, { limit: '1' })).to.deep.equal([second]);
    expect(transactions(shop, { currency: 'EUR' })).to.deep.equal(all);
    expect(transactions(shop, { currency: 'usd' })).to.deep.equal([]);
    expect(transactions(shop, { type: 'bogus_type' })).to.deep.equal([]);
  });
});

describe('whatever happens, the balance', () => {
  const step = fc.record({
    do: fc.constantFrom(
      'pay',
      'hold',
      'charge',
      'capture',
      'cancel',
      'refund',
      'settle',
      'fail',
      'answer',
      'decide',
      'pay out',
      'return',
      'wait',
    ),
    at: fc.nat({ max: 20 }),
  });
  const cards = [
    '4242424242424242',
    '4000000000005126',
    '4000000000007726',
    '4000000000000259',
    '4000000000001976',
    '4000000000000077',
  ];
  const words = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence'];
  const monies = [
    { amount: 2000, currency: 'eur' },
    { amount: 3000, currency: 'jpy' },
    { amount: 5120, currency: 'kwd' },
  ] as const;

  it('is the sum of its transactions, and of charges, refunds, disputes and payouts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (life) => {
        const shop = openShop();
        const { engine } = shop;
        const idIn = (
          table: 'intents' | 'charges' | 'refunds' | 'disputes' | 'payouts',
          at: number,
        ): string => {
          const { rows } = engine.snapshot().state[table] ?? { rows: [] };
          return rows[at % Math.max(1, rows.length)]?.[1].id ?? 'none';
        };
        for (const { do: name, at } of life) {
          const money = monies[at % 3] ?? monies[0];
          const number = cards[at % 6] ?? '';
          if (name === 'pay') {
            const capture_method = at < 10 ? 'automatic' : 'automatic_async';
            payWithNumber(shop, number, { ...money, capture_method });
          }
          if (name === 'hold') payWithNumber(shop, number, { ...money, capture_method: 'manual' });
          if (name === 'charge') {
            engine.call(engineOperations.createCharge, {
              ...money,
              source: 'tok_visa',
              capture: at > 9,
            });
          }
          if (name === 'capture') {
            const amount = 10 * (1 + at);
            const payment_intent = idIn('intents', at);
            engine.call(engineOperations.captureIntent, {
              payment_intent,
              amount_to_capture: amount,
            });
            engine.call(engineOperations.captureCharge, { charge: idIn('charges', at), amount });
          }
          if (name === 'cancel') {
            engine.call(engineOperations.cancelIntent, { payment_intent: idIn('intents', at) });
          }
          if (name === 'refund') {
            const amount = at % 2 === 0 ? { amount: 10 * (1 + at) } : {};
            engine.call(engineOperations.createRefund, { charge: idIn('charges', at), ...amount });
          }
          if (name === 'settle') {
            engine.control(controls.settleRefund, { refund: idIn('refunds', at) });
          }
          if (name === 'fail') engine.control(controls.failRefund, { refund: idIn('refunds', at) });
          if (name === 'answer') {
            ask(engine, engineOperations.updateDispute, {
              dispute: idIn('disputes', at),
              evidence: { uncategorized_text: words[at % 3] ?? '' },
            });
          }
          if (name === 'decide') {
            const control = at % 2 === 0 ? controls.settleDispute : controls.failDispute;
            engine.control(control, { dispute: idIn('disputes', at) });
          }
          if (name === 'pay out') {
            const { currency } = money;
            engine.call(engineOperations.createPayout, { amount: 10 * (1 + at), currency });
          }
          if (name === 'return') {
            const payout = idIn('payouts', at);
            if (at % 2 === 0) engine.call(engineOperations.cancelPayout, { payout });
            else engine.control(controls.failPayout, { payout });
          }
          if (name === 'wait') engine.clock.advance(at * 100_000);
        }
        const { state } = engine.snapshot();
        const { charges, refunds, disputes, payouts, transactions: entries } = state;
        const sums = new Map<string, number>();
        const add = (currency: string, amount: number): void => {
          sums.set(currency, (sums.get(currency) ?? 0) + amount);
        };
        for (const [, charge] of charges.rows) {
          if (charge.balance_transaction !== null) add(charge.currency, charge.amount_captured);
        }
        for (const [, refund] of refunds.rows) {
          const moved = refund.balance_transaction !== null && refund.status !== 'failed';
          if (moved) add(refund.currency, -refund.amount);
        }
        for (const [, dispute] of disputes.rows) {
          const { status, amount, currency, payment_method_details } = dispute;
          const withdrawn = payment_method_details?.card?.case_type === 'chargeback';
          if (withdrawn) add(currency, -1500 - (status === 'won' ? 0 : amount));
        }
        for (const [, { status, amount, currency }] of payouts?.rows ?? []) {
          if (status !== 'canceled' && status !== 'failed') add(currency, -amount);
        }
        const booked = new Map<string, number>();
        for (const [, { currency, amount, fee }] of entries.rows) {
          const net = amount - (fee?.amount ?? 0);
          booked.set(currency, (booked.get(currency) ?? 0) + net);
        }
        const { available: now, pending } = balance(shop);
        for (const [index, { currency, amount: part }] of now.entries()) {
          const amount = part + (pending[index]?.amount ?? 0);
          expect(amount, currency).to.equal(sums.get(currency) ?? 0);
          expect(amount, currency).to.equal(booked.get(currency) ?? 0);
        }
        const known = new Set(entries.rows.map(([, { id }]) => id));
        for (const [, { balance_transaction }] of [...charges.rows, ...refunds.rows]) {
          if (balance_transaction !== null) expect(known).to.include(balance_transaction);
        }
      }),
      { seed, numRuns: 200 },
    );
  });
});
