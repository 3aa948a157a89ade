/** A sum of the transactions of one category and currency. Minor units. */
export type CategoryTotal = {
  readonly currency: string;
  readonly category: string;
  readonly amount: number;
  readonly fee: number;
  readonly count: number;
};

/** How payouts relate to a time, by currency. Minor units. */
export type PayoutTotals = {
  readonly currency: string;
  /** The net sum of the time that is in no payout yet. */
  readonly waiting: number;
  /** The net sum of the time that later payouts have. */
  readonly later: number;
  /** The net sum of earlier transactions that payouts of the time have. */
  readonly earlier: number;
  /** Whether a payout of the time was made by hand: the processor does not tell its transactions. */
  readonly byHand: boolean;
};

/** The month of one currency, for finance. Minor units; what leaves the balance is negative. */
export type CurrencySummary = {
  readonly currency: string;
  readonly charges: number;
  readonly gross: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly fees: number;
  /** Transfers, corrections and all other transactions. */
  readonly other: number;
  /** `gross + refunds + disputes + fees + other`. */
  readonly net: number;
  /** Paid out to the bank, without payouts that came back. */
  readonly payouts: number;
  /** `net - payouts`. */
  readonly difference: number;
  /** Why the two differ; `null`: a payout was made by hand, so it is the change of the balance. */
  readonly explained:
    | (Omit<PayoutTotals, 'currency' | 'byHand'> & {
        /** The rest, which should be zero. */
        readonly unexplained: number;
      })
    | null;
};

const groups = {
  gross: ['charge'],
  refunds: ['refund', 'refund_failure', 'partial_capture_reversal'],
  disputes: ['dispute', 'dispute_reversal'],
  payouts: ['payout', 'payout_reversal'],
  fees: ['fee', 'tax', 'network_cost'],
} as const;

const grouped = new Set<string>(Object.values(groups).flat());

/** Adds up the transactions of a time. Every transaction is in exactly one sum. */
export const summarize = (
  totals: ReadonlyArray<CategoryTotal>,
  payouts: ReadonlyArray<PayoutTotals>,
): ReadonlyArray<CurrencySummary> => {
  const currencies = [...new Set(totals.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = totals.filter((total) => total.currency === currency);
    const sum = (chosen: (category: string) => boolean): number =>
      own
        .filter(({ category }) => chosen(category))
        .reduce((total, { amount }) => total + amount, 0);
    const of = (name: keyof typeof groups): number =>
      sum((category) => groups[name].some((one) => one === category));
    const gross = of('gross');
    const refunds = of('refunds');
    const disputes = of('disputes');
    const other = sum((category) => !grouped.has(category));
    const fees = of('fees') - own.reduce((total, { fee }) => total + fee, 0);
    const net = gross + refunds + disputes + fees + other;
    const paidOut = 0 - of('payouts');
    const difference = net - paidOut;
    const told = payouts.find((one) => one.currency === currency);
    const { waiting, later, earlier } = told ?? { waiting: net, later: 0, earlier: 0 };
    return {
      currency,
      charges: own
        .filter(({ category }) => category === 'charge')
        .reduce((total, { count }) => total + count, 0),
      gross,
      refunds,
      disputes,
      fees,
      other,
      net,
      payouts: paidOut,
      difference,
      explained:
        told?.byHand === true
          ? null
          : {
              waiting,
              later,
              earlier,
              unexplained: difference - (waiting + later - earlier),
            },
    };
  });
};
