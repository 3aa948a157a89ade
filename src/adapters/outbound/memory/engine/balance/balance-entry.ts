/** A movement of the balance as it is kept. `amount`: minor units, negative where money leaves. */
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
