import { deepFreeze } from './json.js';

/** An amount of one currency, minor units. */
export type BalanceAmount = {
  readonly amount: number;
  readonly currency: string;
  readonly source_types: { readonly card: number };
};

/** The merchant's balance, by currency. */
export type BalanceObject = {
  readonly object: 'balance';
  readonly available: ReadonlyArray<BalanceAmount>;
  readonly livemode: false;
  readonly pending: ReadonlyArray<BalanceAmount>;
};

/** A change of the balance. Amounts are minor units; there are no fees. */
export type BalanceTransactionObject = {
  readonly id: string;
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly available_on: number;
  readonly balance_type: 'payments';
  readonly created: number;
  readonly currency: string;
  readonly description: null;
  readonly exchange_rate: null;
  readonly fee: 0;
  readonly fee_details: readonly [];
  readonly net: number;
  readonly reporting_category: 'charge' | 'refund' | 'refund_failure' | 'dispute';
  readonly source: string;
  readonly status: 'available';
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
};

/** A balance transaction as the store keeps it. `amount`: minor units, negative when money leaves the balance. */
export type BalanceEntry = {
  readonly id: string;
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'dispute';
  /** The charge, refund or dispute that moved the money. */
  readonly source: string;
  readonly amount: number;
  readonly currency: string;
  /** Unix seconds. */
  readonly created: number;
};

export const toBalanceTransaction = (entry: BalanceEntry): BalanceTransactionObject =>
  deepFreeze({
    id: entry.id,
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: entry.created,
    balance_type: 'payments',
    created: entry.created,
    currency: entry.currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: entry.amount,
    reporting_category: entry.type,
    source: entry.source,
    status: 'available',
    type: entry.type === 'dispute' ? 'adjustment' : entry.type,
  });
