import { setMaxListeners } from 'node:events';
import type { Journal } from '../journal/journal.js';
import type { Incident, IncidentKind, IncidentOf } from '../plan/incident.js';
import type { RunningOrder } from './processor-under-test.js';

/** The incidents of the orders of a run, and which of them have happened. */
export type IncidentBook = {
  readonly expect: (order: Pick<RunningOrder, 'number' | 'incidents'>) => void;
  /** The incident of this kind that an order has, unless incidents have ended. */
  readonly find: <K extends IncidentKind>(
    order: number | null,
    kind: K,
  ) => IncidentOf<K> | undefined;
  /** The same for an incident at a call. */
  readonly findAt: <K extends IncidentKind>(
    order: number | null,
    call: number | null,
    kind: K,
  ) => Extract<IncidentOf<K>, { readonly call: number }> | undefined;
  /** Writes into the journal that it happens, the first time. Returns whether this is the first time. */
  readonly happens: (order: number | null, incident: Pick<Incident, 'id'>) => boolean;
  readonly hasHappened: (incident: Pick<Incident, 'id'>) => boolean;
  readonly end: () => void;
  /** Aborted once incidents have ended. */
  readonly ended: AbortSignal;
};

const isOf =
  <K extends IncidentKind>(kind: K) =>
  (incident: Incident): incident is IncidentOf<K> =>
    incident.kind === kind;

/** No order is known. */
export const createIncidentBook = (journal: Pick<Journal, 'add'>): IncidentBook => {
  const incidents = new Map<number, ReadonlyArray<Incident>>();
  const happened = new Set<string>();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);

  const of = (order: number | null): ReadonlyArray<Incident> =>
    (ending.signal.aborted ? undefined : incidents.get(order ?? -1)) ?? [];
  return {
    expect: ({ number, incidents: planned }) => {
      incidents.set(number, planned);
    },
    find: (order, kind) => of(order).find(isOf(kind)),
    findAt: <K extends IncidentKind>(order: number | null, call: number | null, kind: K) =>
      of(order)
        .filter(isOf(kind))
        .find(
          (incident): incident is Extract<IncidentOf<K>, { readonly call: number }> =>
            'call' in incident && incident.call === call,
        ),
    happens: (order, { id }) => {
      if (happened.has(id)) return false;
      happened.add(id);
      journal.add(order, { kind: 'incident', incident: id });
      return true;
    },
    hasHappened: ({ id }) => happened.has(id),
    end: () => ending.abort(),
    ended: ending.signal,
  };
};
