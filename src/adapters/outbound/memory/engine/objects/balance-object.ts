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
