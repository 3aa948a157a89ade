import type { LedgerPayment } from './order-records.js';
import type { ShopOrder } from './shop-order.js';

/** A change of the balance at the processor. Minor units; moments are Unix seconds. */
export type BookedEntry = {
  readonly id: string;
  /** `charge`, `refund`, `adjustment`, `payout`, ... */
  readonly type: string;
  /** Its category in the processor's reports, such as `dispute`. */
  readonly category: string;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly created: number;
  readonly availableOn: number;
  /** `null`: nothing was converted. */
  readonly exchangeRate: number | null;
  /** The automatic payouts that paid it out. One that failed is left out beside another: its money came back as another entry. */
  readonly payouts: ReadonlyArray<string>;
};

/** A dispute of a payment. */
export type LedgerDispute = {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly created: number;
  /** Until when evidence can be given; `null`: none can. */
  readonly evidenceDueBy: number | null;
};

/** A dispute of a payment that is older than the time that was read. */
export type OlderDispute = LedgerDispute & {
  readonly currency: string;
  /** The payment, or its charge if it has none. */
  readonly payment: string;
};

/** A payment with everything that the processor and Pasarela know about it. */
export type ReconciledPayment = LedgerPayment & {
  readonly created: number;
  /** When it was made, charged, captured or given back last. */
  readonly movedAt: number;
  /** The amount that was asked for. */
  readonly amount: number;
  /** Stripe's name of the payment method; `null`: unknown. */
  readonly method: string | null;
  readonly customer: string | null;
  /** When its authorization expires, Unix seconds; `null`: it has none, or it is unknown. */
  readonly captureBefore: number | null;
  readonly disputes: ReadonlyArray<LedgerDispute>;
  readonly entries: ReadonlyArray<BookedEntry>;
  /** Types of the stored events about it. */
  readonly events: ReadonlyArray<string>;
  /** Keys whose stored answer refused the payment. */
  readonly refusedKeys: ReadonlyArray<string>;
};

/** An order of the shop. Moments are Unix seconds. */
export type ReconciledOrder = ShopOrder & {
  readonly created?: number;
  /** When the goods were sent. */
  readonly shippedAt?: number;
  /** Whether other orders refer to the same payment, as those of several sellers do. */
  readonly shared?: boolean;
};

/** An order with its payments, or payments of no order. */
export type LedgerCase = {
  /** `null`: the shop has none for these payments, or gave no orders. */
  readonly order: ReconciledOrder | null;
  readonly payments: ReadonlyArray<ReconciledPayment>;
};

/** A payout to the shop's bank account, with the sum of what it paid out. */
export type LedgerPayout = {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly created: number;
  readonly automatic: boolean;
  /** The net sum of its transactions, without its own; `null`: the processor does not tell them. */
  readonly sum: { readonly count: number; readonly net: number } | null;
};
