import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import type { JournalEntry } from '../journal/journal.js';
import type { Ledgers } from '../judge/ledger.js';
import type { Plan } from '../plan/plan.js';

/** A run of a plan against the shop. */
export type RunResult = {
  readonly plan: Plan;
  /** In the order in which they were read. */
  readonly ledgers: ReadonlyArray<Ledgers>;
  /** Orders of the shop that belong to no order of the plan. */
  readonly otherShopOrders: ReadonlyArray<ShopOrder>;
  readonly journal: ReadonlyArray<JournalEntry>;
  /** Ids of the incidents that happened. The others found no call or webhook to happen to. */
  readonly happened: ReadonlySet<string>;
  /** False: something still happened when the time to wait was over, so that the ledgers are not final. */
  readonly settled: boolean;
  /** Milliseconds. */
  readonly took: number;
};

/** Runs a plan against a shop that starts with nothing. */
export type RunPlan = (plan: Plan, signal: AbortSignal) => Promise<RunResult>;
