import { expect } from 'chai';
import { judgeLedgers } from '../../../src/torture/judge/judge-ledgers.js';
import type { OrderLedger } from '../../../src/torture/judge/ledger.js';
import { ledgersOf, order, payment, shopOrder } from './ledgers.js';

const found = (currency: string, amount: number, captured: number, written = amount) => {
  const judged: OrderLedger = order({
    amount,
    currency,
    payments: [payment('pi_1', { captured, currency })],
    shopOrders: [shopOrder({ amount: written, currency })],
    answers: [{ outcome: 'paid' }],
  });
  return judgeLedgers([ledgersOf([judged])]).map(({ rule, message }) => [rule, message]);
};

describe('amounts in the units of another currency', () => {
  it('are told as such, and not as a wrong amount too', () => {
    expect(found('jpy', 1999, 199_900)).to.deep.equal([
      [
        'wrong_currency_units',
        'the order costs 1999 JPY, and JPY has no decimals, but the charge is 199900 JPY (pi_1)',
      ],
    ]);
    expect(found('kwd', 19_990, 1999)).to.deep.equal([
      [
        'wrong_currency_units',
        'the order costs 19.990 KWD, and KWD has three decimals, but the charge is 1.999 KWD (pi_1)',
      ],
    ]);
    expect(found('jpy', 1999, 1999, 20)).to.deep.equal([
      [
        'wrong_currency_units',
        "the order costs 1999 JPY, and JPY has no decimals, but the shop's order o1-x has 20 JPY",
      ],
    ]);
  });

  it('are a wrong amount in a currency with cents, or where no unit explains them', () => {
    for (const [currency, captured] of [
      ['eur', 199_900],
      ['jpy', 1998],
      ['xxx', 199_900],
    ] as const) {
      expect(found(currency, 1999, captured).map(([rule]) => rule)).to.deep.equal(['wrong_amount']);
    }
  });

  it('are not told of a right order', () => {
    expect(found('jpy', 1999, 1999)).to.deep.equal([]);
  });
});
