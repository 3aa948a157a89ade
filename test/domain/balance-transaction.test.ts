import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Stripe } from 'stripe';
import type { Balance } from '../../src/domain/balance.js';
import { BalanceTransaction } from '../../src/domain/balance-transaction.js';
import type { LedgerCharge } from '../../src/domain/charge.js';
import type { Dispute } from '../../src/domain/dispute.js';
import type { Payout } from '../../src/domain/payout.js';
import type { Refund } from '../../src/domain/refund.js';

// Lists have ids where the SDK's types also allow whole objects.
type Unexpanded<O> = { [K in keyof O]: string extends O[K] ? Exclude<O[K], object> : O[K] };
type Fits<Sent, Ours> = Unexpanded<Sent> extends Ours ? true : false;

// Does not compile when Stripe's objects are not the port's.
[true, true, true, true, true, true] satisfies [
  Fits<Stripe.BalanceTransaction, BalanceTransaction>,
  Fits<Stripe.Balance, Balance>,
  Fits<Stripe.Charge, LedgerCharge>,
  Fits<Stripe.Refund, Refund>,
  Fits<Stripe.Dispute, Dispute>,
  Fits<Stripe.Payout, Payout>,
];

const converted = {
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 1147,
  available_on: 1_772_150_400,
  created: 1_771_459_200,
  currency: 'eur',
  description: null,
  exchange_rate: 1.14674,
  fee: 58,
  fee_details: [
    { amount: 58, application: null, currency: 'eur', description: null, type: 'stripe_fee' },
  ],
  net: 1089,
  reporting_category: 'charge',
  source: 'ch_1',
  status: 'pending',
  type: 'charge',
};

describe('a balance transaction', () => {
  it('is taken with every field that the processor sent', () => {
    expect(BalanceTransaction.decode(converted)).to.deep.equal(E.right(converted));
  });

  it('may lack its source, and have a type that is not known yet', () => {
    const fee = { ...converted, source: null, type: 'network_cost', net: -58, amount: 0 };
    expect(E.isRight(BalanceTransaction.decode(fee))).to.equal(true);
  });

  for (const [what, wrong] of [
    ['an amount in euros', { amount: 11.47 }],
    ['a fee as text', { fee: '58' }],
    ['no net amount', { net: undefined }],
    ['a fee without its amount', { fee_details: [{ currency: 'eur', type: 'stripe_fee' }] }],
  ] as const) {
    it(`is refused with ${what}`, () => {
      expect(E.isLeft(BalanceTransaction.decode({ ...converted, ...wrong }))).to.equal(true);
    });
  }
});
