import { expect } from 'chai';
import {
  type CategoryTotal,
  type PayoutTotals,
  summarize,
} from '../../../src/domain/reconciliation/ledger-totals.js';

const total = (category: string, amount: number, changes: Partial<CategoryTotal> = {}) => ({
  currency: 'eur',
  category,
  amount,
  fee: 0,
  count: 1,
  ...changes,
});

const month: ReadonlyArray<CategoryTotal> = [
  total('charge', 10_000, { fee: 300, count: 4 }),
  total('refund', -2000),
  total('refund_failure', 500),
  total('dispute', -1000, { fee: 1500 }),
  total('dispute_reversal', 1000),
  total('fee', -100),
  total('transfer', -50),
  total('payout', -6000),
  total('payout_reversal', 1000),
];

const told: PayoutTotals = {
  currency: 'eur',
  waiting: 1500,
  later: 60,
  earlier: 10,
  byHand: false,
};

describe('the sums of a time', () => {
  it('have every transaction once', () => {
    expect(summarize(month, [told])).to.deep.equal([
      {
        currency: 'eur',
        charges: 4,
        gross: 10_000,
        refunds: -1500,
        disputes: 0,
        fees: -1900,
        other: -50,
        net: 6550,
        payouts: 5000,
        difference: 1550,
        explained: { waiting: 1500, later: 60, earlier: 10, unexplained: 0 },
      },
    ]);
  });

  const explanations: ReadonlyArray<
    readonly [situation: string, payouts: ReadonlyArray<PayoutTotals>, explained: unknown]
  > = [
    [
      'all waits where no payout is told',
      [],
      { waiting: 6550, later: 0, earlier: 0, unexplained: -5000 },
    ],
    [
      'the payouts of another currency tell nothing',
      [{ ...told, currency: 'usd', byHand: true }],
      { waiting: 6550, later: 0, earlier: 0, unexplained: -5000 },
    ],
    [
      'the rest is unexplained',
      [{ ...told, waiting: 1400 }],
      { waiting: 1400, later: 60, earlier: 10, unexplained: 100 },
    ],
    ['a payout by hand has no explanation', [{ ...told, byHand: true }], null],
  ];
  for (const [situation, payouts, explained] of explanations) {
    it(`explain the difference: ${situation}`, () => {
      expect(summarize(month, payouts)[0]?.explained).to.deep.equal(explained);
    });
  }

  it('are apart for each currency', () => {
    const both = summarize([total('charge', 500, { currency: 'jpy', count: 2 }), ...month], []);
    expect(both.map(({ currency, charges, gross }) => [currency, charges, gross])).to.deep.equal([
      ['eur', 4, 10_000],
      ['jpy', 2, 500],
    ]);
    expect(summarize([], [told])).to.deep.equal([]);
  });
});
