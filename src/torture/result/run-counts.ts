import type { JournalEntry } from '../journal/journal.js';
import type { IncidentKind } from '../plan/incident.js';
import type { RunResult } from '../run/run-result.js';

/** The incidents and calls of a run, in numbers. */
export type RunCounts = {
  readonly orders: number;
  /** Requests of the shop to the processor. */
  readonly calls: number;
  /** Tries to send webhooks. */
  readonly webhooks: number;
  readonly kills: number;
  /** Milliseconds. */
  readonly took: number;
  /** Each kind of the plan, the most frequent first. */
  readonly incidents: ReadonlyArray<{
    readonly kind: IncidentKind;
    readonly planned: number;
    /** The others found no call or webhook to happen to. */
    readonly happened: number;
  }>;
};

/** Counts runs together. */
export const countRuns = (runs: ReadonlyArray<RunResult>): RunCounts => {
  const incidents = new Map<IncidentKind, { planned: number; happened: number }>();
  for (const { plan, happened } of runs) {
    for (const { id, kind } of plan.orders.flatMap((order) => order.incidents)) {
      const counted = incidents.get(kind) ?? { planned: 0, happened: 0 };
      counted.planned += 1;
      if (happened.has(id)) counted.happened += 1;
      incidents.set(kind, counted);
    }
  }
  const count = (isCounted: (entry: JournalEntry) => boolean): number =>
    runs.reduce((sum, { journal }) => sum + journal.filter(isCounted).length, 0);
  return {
    orders: runs.reduce((sum, { plan }) => sum + plan.orders.length, 0),
    calls: count((entry) => entry.kind === 'call' && !entry.byBrowser),
    webhooks: count(({ kind }) => kind === 'webhook'),
    kills: count((entry) => entry.kind === 'shop' && entry.what === 'killed'),
    took: runs.reduce((sum, { took }) => sum + took, 0),
    incidents: [...incidents]
      .map(([kind, counted]) => ({ kind, ...counted }))
      .toSorted((a, b) => b.planned - a.planned || a.kind.localeCompare(b.kind)),
  };
};
