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
  /** Each kind of the plan, the most frequent first. */
  readonly incidents: ReadonlyArray<{
    readonly kind: IncidentKind;
    readonly planned: number;
    /** The others found no call or webhook to happen to. */
    readonly happened: number;
  }>;
};

/** Counts a run. */
export const countRun = ({ plan, journal, happened }: RunResult): RunCounts => {
  const incidents = new Map<IncidentKind, { planned: number; happened: number }>();
  for (const { id, kind } of plan.orders.flatMap((order) => order.incidents)) {
    const counted = incidents.get(kind) ?? { planned: 0, happened: 0 };
    counted.planned += 1;
    if (happened.has(id)) counted.happened += 1;
    incidents.set(kind, counted);
  }
  const count = (kind: 'call' | 'webhook'): number =>
    journal.filter((entry) => entry.kind === kind).length;
  return {
    orders: plan.orders.length,
    calls: count('call'),
    webhooks: count('webhook'),
    kills: journal.filter((entry) => entry.kind === 'shop' && entry.what === 'killed').length,
    incidents: [...incidents]
      .map(([kind, counted]) => ({ kind, ...counted }))
      .toSorted((a, b) => b.planned - a.planned || a.kind.localeCompare(b.kind)),
  };
};
