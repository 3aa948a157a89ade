import type {
  BookedEntry,
  LedgerCase,
  LedgerDispute,
  LedgerPayout,
  OlderDispute,
  ReconciledOrder,
} from '../../domain/reconciliation/ledger-case.js';
import type { CategoryTotal, PayoutTotals } from '../../domain/reconciliation/ledger-totals.js';

/** A part of the ledgers that is read page by page, or at once. */
export type LedgerPart = keyof LedgerRows;

/** The rows of each part. Minor units and Unix seconds. */
export type LedgerRows = {
  readonly orders: ReconciledOrder;
  readonly payments: {
    readonly id: string;
    readonly created: number;
    readonly amount: number;
    readonly currency: string;
    readonly status: string;
    readonly customer: string | null;
    /** The order that its metadata names. */
    readonly order: string | null;
  };
  readonly charges: {
    readonly id: string;
    readonly payment: string | null;
    readonly created: number;
    readonly amount: number;
    readonly captured: number;
    readonly held: number;
    readonly currency: string;
    readonly status: string;
    readonly method: string | null;
    readonly customer: string | null;
    readonly captureBefore: number | null;
    readonly order: string | null;
  };
  readonly refunds: {
    readonly id: string;
    readonly charge: string | null;
    readonly payment: string | null;
    readonly amount: number;
    readonly status: string;
    readonly created: number;
  };
  readonly disputes: LedgerDispute & {
    readonly charge: string;
    readonly payment: string | null;
    readonly currency: string;
  };
  readonly transactions: Omit<BookedEntry, 'payouts'> & { readonly source: string | null };
  readonly payouts: Omit<LedgerPayout, 'sum'> & {
    /** The transactions that it paid out, without its own; `null`: the processor does not tell. */
    readonly transactions: ReadonlyArray<{ readonly id: string; readonly net: number }> | null;
  };
  readonly events: { readonly payment: string; readonly type: string };
  readonly refusals: { readonly payment: string; readonly key: string; readonly at: number };
};

/** A finding as it is kept. */
export type KeptFinding = {
  /** The rule and what it is about: `charged_twice:1001`. */
  readonly id: string;
  readonly rule: string;
  readonly severity: 'error' | 'notice';
  readonly order: string | null;
  readonly payment: string | null;
  readonly about: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly message: string;
  readonly advice: string;
  /** JSON of a `Repair`; `null`: a person has to do it elsewhere. */
  readonly repair: string | null;
  /** When its order or payment was made, Unix seconds; `null`: unknown. */
  readonly since: number | null;
};

/** A line for a spreadsheet: a transaction of the time, or an order or payment without one. */
export type LedgerLine = {
  readonly created: number | null;
  readonly kind: string;
  readonly id: string;
  readonly order: string | null;
  readonly payment: string | null;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly payout: string | null;
  /** Names of rules, with spaces between them. */
  readonly findings: string;
};

/** How far a part was read. `cursor`: the last id; `null`: nothing yet. `since`: older rows have not changed; `null`: nothing was read before. */
type PartProgress = {
  readonly cursor: string | null;
  readonly done: boolean;
  readonly rows: number;
  readonly since: number | null;
};

/**
 * Holds both ledgers of a time in constant memory, and pairs orders with payments. Its functions throw when its file cannot be read
 * or written: a reconciliation cannot go on then.
 */
export type ReconciliationLedger = {
  /** Labels a new ledger. Returns its label: that of an older one says what it was read for. */
  readonly label: (label: string) => string;
  readonly progress: (part: LedgerPart) => PartProgress;
  /**
   * Lets the parts of a ledger that was finished be read again, as far back as their rows may have changed: those since then, and
   * those that were not at their end. Does nothing to another ledger.
   */
  readonly refresh: () => Promise<void>;
  /** Notes when a reading begins, Unix seconds. Returns when the one that was interrupted, and that goes on, began. */
  readonly begin: (at: number) => number;
  /** Notes that all parts were read, by a reading that began at this moment, Unix seconds. */
  readonly finish: (at: number) => Promise<void>;
  /** Forgets the orders: each run gets all of them. */
  readonly forgetOrders: () => Promise<void>;
  readonly hasOrder: (id: string) => boolean;
  /** Keeps a page with the place where the next one begins, in one step. A row that is known is replaced. */
  readonly keep: <P extends LedgerPart>(
    part: P,
    rows: ReadonlyArray<LedgerRows[P]>,
    next: { readonly cursor: string | null; readonly done: boolean },
  ) => Promise<void>;
  /** Orders that refer to a Checkout Session, after an id. */
  readonly ordersOfSessions: (
    after: string,
    limit: number,
  ) => ReadonlyArray<{ readonly id: string; readonly session: string }>;
  /** Lets an order refer to the payment of its session. */
  readonly refer: (order: string, payment: string) => Promise<void>;
  /** Pairs what was kept. Everything below needs it. */
  readonly pair: () => Promise<void>;
  /** The orders with their payments, then the payments of no order. `after`: the key of the last case. */
  readonly cases: (
    after: string,
    limit: number,
  ) => Promise<ReadonlyArray<{ readonly key: string; readonly found: LedgerCase }>>;
  /** The disputes whose payments were not read. */
  readonly olderDisputes: (after: string, limit: number) => ReadonlyArray<OlderDispute>;
  readonly payouts: (after: string, limit: number) => ReadonlyArray<LedgerPayout>;
  readonly hasStrangePayment: (amount: number, currency: string, at: number | null) => boolean;
  readonly hasUnpaidOrder: (amount: number, currency: string, at: number) => boolean;
  readonly lastPayout: (currency: string) => number | null;
  readonly totals: (from: number, to: number) => ReadonlyArray<CategoryTotal>;
  readonly payoutTotals: (from: number, to: number) => ReadonlyArray<PayoutTotals>;
  /** Forgets the findings of an earlier judgement. */
  readonly forgetFindings: () => Promise<void>;
  readonly keepFindings: (findings: ReadonlyArray<KeptFinding>) => Promise<void>;
  /** In the order in which they were kept. `from`: how many come before. */
  readonly findings: (from: number, limit: number) => ReadonlyArray<KeptFinding>;
  readonly lines: (
    after: string,
    limit: number,
  ) => ReadonlyArray<{ readonly key: string; readonly line: LedgerLine }>;
  readonly close: () => void;
};
