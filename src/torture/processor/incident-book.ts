import { setMaxListeners } from 'node:events';
import type { Journal } from '../journal/journal.js';
import type { Incident, IncidentAtCall, IncidentKind, IncidentOf } from '../plan/incident.js';
import type { RunningOrder } from './processor-under-test.js';

/** The place of a call among the calls about its order. */
export type CallPlace = {
  /** Number of the order; `null`: the call is about none. */
  readonly order: number | null;
  /** Its number among the calls that change something; `null`: it changes nothing, or the shop does not make it. */
  readonly call: number | null;
  /** `POST /v1/payment_intents/{id}/confirm` */
  readonly to: string;
  /** Its number among the calls with that name. `null`: the shop does not make it. */
  readonly nth: number | null;
  /** How often it was tried, with this one: a request that had no answer is repeated. */
  readonly tries: number;
};

// A late answer is late for every try.
const triesOf = (incident: IncidentAtCall): number => {
  if (incident.kind === 'answer_late') return Number.POSITIVE_INFINITY;
  return 'times' in incident ? (incident.times ?? 1) : 1;
};

/** Whether an incident is to happen to a try of a call. */
export const isAtCall = (
  incident: Incident,
  place: Omit<CallPlace, 'order'>,
): incident is IncidentAtCall => {
  if (!('call' in incident) || place.tries > triesOf(incident)) return false;
  const { to, call } = incident;
  return to === undefined ? place.call === call : place.to === to && place.nth === call;
};

/** The incidents of the orders of a run, and which of them have happened. */
export type IncidentBook = {
  readonly expect: (order: Pick<RunningOrder, 'number' | 'incidents'>) => void;
  /** The incident of this kind that an order has, unless incidents have ended. */
  readonly find: <K extends IncidentKind>(
    order: number | null,
    kind: K,
  ) => IncidentOf<K> | undefined;
  /** Those of this kind that an order has. */
  readonly findAll: <K extends IncidentKind>(
    order: number | null,
    kind: K,
  ) => ReadonlyArray<IncidentOf<K>>;
  /** The same for an incident at a call. */
  readonly findAt: <K extends IncidentKind>(
    place: CallPlace,
    kind: K,
  ) => (IncidentOf<K> & IncidentAtCall) | undefined;
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
    findAll: (order, kind) => of(order).filter(isOf(kind)),
    findAt: <K extends IncidentKind>(place: CallPlace, kind: K) =>
      of(place.order)
        .filter(isOf(kind))
        .find((incident): incident is IncidentOf<K> & IncidentAtCall => isAtCall(incident, place)),
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
