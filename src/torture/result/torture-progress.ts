import type { JournalEntry } from '../journal/journal.js';
import { incidentsIn, type Plan } from '../plan/plan.js';

/** How far a torture test is. */
export type TortureProgress = {
  /**
   * `rehearsal`: the shop is started, and pays one order without incidents. `orders`: customers pay. `settling`: what is on its way arrives. `visits`: customers without an end come back.
   * `shrinking`: smaller plans are tried.
   */
  readonly phase: 'rehearsal' | 'orders' | 'settling' | 'visits' | 'shrinking';
  readonly seed: number;
  /** How many orders the plan has. */
  readonly orders: number;
  /** How many of them have ended. */
  readonly done: number;
  /** Requests of the shop to the processor. */
  readonly calls: number;
  /** Tries to send webhooks. */
  readonly webhooks: number;
  /** How often the shop was killed. */
  readonly kills: number;
  /** Incidents that happened. */
  readonly incidents: number;
  readonly findings: number;
  /** The rule whose plan is made smaller, and the plan that is being tried; `null`: nothing is. */
  readonly shrinking: {
    readonly rule: string;
    /** Runs until now, with this one. */
    readonly runs: number;
    readonly orders: number;
    readonly incidents: number;
  } | null;
};

/** Counts what happens, and tells it after each change. */
type ProgressCounter = {
  readonly begins: (phase: 'rehearsal' | 'orders') => void;
  /** An entry of the journal of the whole run. */
  readonly add: (entry: JournalEntry) => void;
  /** The customer and the staff of an order have finished. */
  readonly orderDone: () => void;
  readonly found: (findings: number) => void;
  /** A smaller plan is tried. */
  readonly shrinks: (rule: string, plan: Plan) => void;
};

const start: Omit<TortureProgress, 'orders' | 'seed'> = {
  phase: 'orders',
  done: 0,
  calls: 0,
  webhooks: 0,
  kills: 0,
  incidents: 0,
  findings: 0,
  shrinking: null,
};

const afterEntry = (progress: TortureProgress, entry: JournalEntry): TortureProgress => {
  switch (entry.kind) {
    case 'call':
      return { ...progress, calls: progress.calls + 1 };
    case 'webhook':
      return { ...progress, webhooks: progress.webhooks + 1 };
    case 'incident':
      return { ...progress, incidents: progress.incidents + 1 };
    case 'shop':
      return entry.what === 'killed' ? { ...progress, kills: progress.kills + 1 } : progress;
    case 'judged':
      return entry.when === 'settled' ? { ...progress, phase: 'visits' } : progress;
    default:
      return progress;
  }
};

/** Counts from the start of the run of `plan`. */
export const createProgressCounter = (
  plan: Plan,
  onProgress: (progress: TortureProgress) => void,
): ProgressCounter => {
  let progress: TortureProgress = {
    ...start,
    seed: plan.seed,
    orders: plan.orders.length,
  };
  const set = (next: TortureProgress): void => {
    if (next === progress) return;
    progress = next;
    onProgress(progress);
  };
  return {
    begins: (phase) => set({ ...progress, phase }),
    add: (entry) => set(afterEntry(progress, entry)),
    orderDone: () => {
      const done = progress.done + 1;
      set({ ...progress, done, phase: done < progress.orders ? 'orders' : 'settling' });
    },
    found: (findings) => set({ ...progress, findings }),
    shrinks: (rule, { orders }) => {
      const runs = progress.shrinking?.rule === rule ? progress.shrinking.runs + 1 : 1;
      set({
        ...progress,
        phase: 'shrinking',
        shrinking: { rule, runs, orders: orders.length, incidents: incidentsIn({ orders }) },
      });
    },
  };
};
