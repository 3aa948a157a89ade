import type { JournalEntry } from '../journal/journal.js';
import { incidentsIn, type Plan } from '../plan/plan.js';

type PlayingPhase = 'single' | 'pairs' | 'orders';

const isOfCells = (phase: TortureProgress['phase']): boolean =>
  phase === 'single' || phase === 'pairs';

/** How far a torture test is. */
export type TortureProgress = {
  /**
   * `rehearsal`: the shop is started, and pays one order without incidents. `single`: each order has a fault. `pairs`: each has two. `orders`: customers pay, with incidents that were drawn. `settling`: what is on its way arrives. `visits`: customers without an end come back.
   * `shrinking`: smaller plans are tried.
   */
  readonly phase: PlayingPhase | 'rehearsal' | 'settling' | 'visits' | 'shrinking';
  readonly seed: number;
  /** How many orders this part of the test has. */
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
  /** So many orders begin, in one run or several. */
  readonly begins: (phase: PlayingPhase | 'rehearsal', orders: number) => void;
  /** An entry of the journal of the whole run. */
  readonly add: (entry: JournalEntry) => void;
  /** The customer and the staff of an order have finished. */
  readonly orderDone: () => void;
  readonly found: (findings: number) => void;
  /** A smaller plan is tried. */
  readonly shrinks: (rule: string, plan: Plan) => void;
};

const start: Omit<TortureProgress, 'seed'> = {
  phase: 'orders',
  orders: 0,
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
      // Runs of single faults overlap.
      return entry.when === 'settled' && !isOfCells(progress.phase)
        ? { ...progress, phase: 'visits' }
        : progress;
    default:
      return progress;
  }
};

/** Counts from the start. */
export const createProgressCounter = (
  seed: number,
  onProgress: (progress: TortureProgress) => void,
): ProgressCounter => {
  let progress: TortureProgress = { ...start, seed };
  let playing: PlayingPhase = 'orders';
  const set = (next: TortureProgress): void => {
    if (next === progress) return;
    progress = next;
    onProgress(progress);
  };
  return {
    begins: (phase, orders) => {
      if (phase !== 'rehearsal') playing = phase;
      // Faults come in parts: what found no occasion is played once more.
      const before =
        isOfCells(phase) && progress.phase === phase ? progress : { orders: 0, done: 0 };
      set({ ...progress, phase, orders: before.orders + orders, done: before.done });
    },
    add: (entry) => set(afterEntry(progress, entry)),
    orderDone: () => {
      const done = progress.done + 1;
      const hasEnded = playing === 'orders' && done >= progress.orders;
      set({ ...progress, done, phase: hasEnded ? 'settling' : playing });
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
