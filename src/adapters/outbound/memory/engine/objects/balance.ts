/** Money of one currency, minor units. */
export type BalanceAmount = {
  readonly amount: number;
  readonly currency: string;
  readonly source_types: { readonly card: number };
};

/** What the merchant has, currency by currency. */
export type BalanceObject = {
  readonly object: 'balance';
  readonly available: ReadonlyArray<BalanceAmount>;
  readonly livemode: false;
  readonly pending: ReadonlyArray<BalanceAmount>;
};

/** A movement of the balance. Amounts are minor units; there are no fees. */
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
