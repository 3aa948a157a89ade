import { deepFreeze } from './json.js';

/** An amount of one currency, minor units. */
export type BalanceAmount = {
  readonly amount: number;
  readonly currency: string;
  readonly source_types: { readonly card: number };
};

type PrefundingAmount = Pick<BalanceAmount, 'amount' | 'currency'>;

/** The merchant's balance, by currency. */
export type BalanceObject = {
  readonly object: 'balance';
  readonly available: ReadonlyArray<BalanceAmount>;
  readonly livemode: false;
  readonly pending: ReadonlyArray<BalanceAmount>;
  readonly refund_and_dispute_prefunding: {
    readonly available: ReadonlyArray<PrefundingAmount>;
    readonly pending: ReadonlyArray<PrefundingAmount>;
  };
};

type FeeDetail = {
  readonly amount: number;
  readonly application: null;
  readonly currency: string;
  readonly description: string;
  readonly type: 'stripe_fee';
};

/** A change of the balance. Amounts are minor units; `net` is `amount` without the `fee`. */
export type BalanceTransactionObject = {
  readonly id: string;
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly available_on: number;
  readonly balance_type: 'payments';
  readonly created: number;
  readonly currency: string;
  readonly description: string | null;
  readonly exchange_rate: null;
  readonly fee: number;
  readonly fee_details: ReadonlyArray<FeeDetail>;
  readonly net: number;
  readonly reporting_category: (typeof kinds)[BalanceEntry['type']]['category'];
  readonly source: string;
  readonly status: 'available' | 'pending';
  readonly type: (typeof kinds)[BalanceEntry['type']]['type'];
};

/** The fee of a charge: a share of its amount in percent, and a fixed part in minor units of its currency. */
export type FeeRate = { readonly percent: number; readonly fixed: number };

/** A fee of Stripe's. `amount`: minor units. */
export type Fee = { readonly amount: number; readonly description: string };

/** A balance transaction as the store keeps it. `amount`: minor units, negative when money leaves the balance. */
export type BalanceEntry = {
  readonly id: string;
  readonly type: keyof typeof kinds;
  /** The charge, refund, dispute or payout that moved the money. */
  readonly source: string;
  readonly amount: number;
  readonly currency: string;
  /** Unix seconds. */
  readonly created: number;
  readonly description?: string;
  readonly fee?: Fee;
  /** Unix seconds; absent: immediately. */
  readonly availableOn?: number;
  /** The automatic payout that paid it out. */
  readonly payout?: string;
};

/** The names of an entry in Stripe's responses, and in its reports. */
const kinds = {
  charge: { type: 'charge', category: 'charge' },
  payment: { type: 'payment', category: 'charge' },
  refund: { type: 'refund', category: 'refund' },
  payment_refund: { type: 'payment_refund', category: 'refund' },
  refund_failure: { type: 'refund_failure', category: 'refund_failure' },
  payment_failure_refund: { type: 'payment_failure_refund', category: 'refund_failure' },
  dispute: { type: 'adjustment', category: 'dispute' },
  dispute_reversal: { type: 'adjustment', category: 'dispute_reversal' },
  payout: { type: 'payout', category: 'payout' },
  payout_cancel: { type: 'payout_cancel', category: 'payout_reversal' },
  payout_failure: { type: 'payout_failure', category: 'payout_reversal' },
} as const;

/** The type of a balance transaction, as responses name it. */
export const typeOfEntry = ({ type }: Pick<BalanceEntry, 'type'>) => kinds[type].type;

/** The balance transaction as it is at a time, in Unix seconds. */
export const toBalanceTransaction = (
  entry: BalanceEntry,
  now: number,
): BalanceTransactionObject => {
  const { id, amount, currency, created, description = null, fee, availableOn = created } = entry;
  return deepFreeze({
    id,
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details:
      fee === undefined
        ? []
        : [
            {
              amount: fee.amount,
              application: null,
              currency,
              description: fee.description,
              type: 'stripe_fee',
            },
          ],
    net: amount - (fee?.amount ?? 0),
    reporting_category: kinds[entry.type].category,
    source: entry.source,
    status: availableOn > now ? 'pending' : 'available',
    type: kinds[entry.type].type,
  });
};
