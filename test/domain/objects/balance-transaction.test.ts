import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { BalanceTransaction } from '../../../src/domain/objects/balance-transaction.js';

// From recordings of Liberapay, February 2026, version 2019-08-14, with other ids. The second one was converted for a connected account.
const common = {
  object: 'balance_transaction',
  available_on: 1_771_545_600,
  balance_type: 'payments',
  exchange_rate: null,
  reporting_category: 'charge',
  status: 'pending',
};
const fee = (amount: number, currency: string) => ({
  amount,
  application: null,
  currency,
  description: 'Stripe processing fees',
  type: 'stripe_fee',
});
const recorded = [
  {
    ...common,
    id: 'txn_card',
    amount: 2499,
    created: 1_771_335_087,
    currency: 'eur',
    description: 'Liberapay',
    fee: 106,
    fee_details: [fee(106, 'eur')],
    net: 2393,
    source: 'ch_card',
    type: 'charge',
  },
  {
    ...common,
    id: 'txn_converted',
    amount: 2378,
    created: 1_771_335_096,
    currency: 'chf',
    description: null,
    exchange_rate: 0.493_34,
    fee: 0,
    fee_details: [],
    net: 2378,
    source: 'py_converted',
    type: 'payment',
  },
  {
    ...common,
    id: 'txn_yen',
    amount: 10_000,
    created: 1_771_335_095,
    currency: 'jpy',
    description: 'Liberapay',
    fee: 360,
    fee_details: [fee(360, 'jpy')],
    net: 9640,
    source: 'ch_yen',
    type: 'charge',
  },
];

describe('a balance transaction', () => {
  for (const transaction of recorded) {
    it(`is read as Stripe sends it: ${transaction.id}`, () => {
      const read = BalanceTransaction.decode(transaction);
      expect(E.isRight(read) && read.right).to.deep.equal(transaction);
    });
  }

  for (const [field, wrong] of [
    ['amount', 24.99],
    ['fee', '106'],
    ['net', null],
    ['created', '2026-02-17'],
    ['currency', undefined],
  ] as const) {
    it(`is refused with a wrong ${field}`, () => {
      const read = BalanceTransaction.decode({ ...recorded[0], [field]: wrong });
      expect(E.isLeft(read)).to.equal(true);
    });
  }
});
