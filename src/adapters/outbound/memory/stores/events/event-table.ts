import type { EventState } from '../../../../../domain/stored-event.js';
import { createSequenceTree, type SequenceTree } from '../../engine/store/ordered-index.js';
import { createEventLanes, type EventLanes } from './event-lanes.js';
import type { KeptEvent } from './kept-event.js';
import { createSubjectIndex } from './subject-index.js';

/** The first `limit` values that satisfy `isSuch`. */
export const takeSome = <A>(
  all: Iterable<A>,
  isSuch: (one: A) => boolean,
  limit: number,
): ReadonlyArray<A> => {
  const found: Array<A> = [];
  for (const one of all) {
    if (found.length >= limit) break;
    if (isSuch(one)) found.push(one);
  }
  return found;
};

/** Events by id, in order of receipt, and by state. */
export type EventTable = {
  readonly get: (id: string) => KeptEvent | undefined;
  /** Adds an event, or replaces the one with its id. */
  readonly put: (event: KeptEvent) => void;
  readonly drop: (event: KeptEvent) => void;
  readonly clear: () => void;
  /** The events received before a sequence number, or all, last received first. */
  readonly newestFirst: (before?: number) => Iterable<KeptEvent>;
  /** The events received after a sequence number, or all, first received first. */
  readonly oldestFirst: (after?: number) => Iterable<KeptEvent>;
  /** The order in which events can be claimed. */
  readonly lanes: () => Omit<EventLanes, 'add' | 'remove'>;
  /** The events of a state other than pending, first received first. */
  readonly ofState: (state: RestingState) => Iterable<KeptEvent>;
  /** Up to `limit` events to erase with a customer's data. */
  readonly ofCustomer: (customer: string, limit: number) => ReadonlyArray<KeptEvent>;
  /** The event of a state that was received first. */
  readonly oldest: (state: RestingState) => KeptEvent | undefined;
  readonly count: (state: RestingState) => number;
};

type Sequences = SequenceTree<KeptEvent>;

type RestingState = Exclude<EventState, 'pending'>;

const byState = (): { readonly [S in RestingState]: Sequences } => ({
  handled: createSequenceTree(),
  ignored: createSequenceTree(),
  dead: createSequenceTree(),
  dropped: createSequenceTree(),
});

const valuesOf = function* (tree: Sequences, keys: Iterable<number>): Iterable<KeptEvent> {
  for (const key of keys) {
    const event = tree.get(key);
    if (event !== undefined) yield event;
  }
};

const lowest = Number.NEGATIVE_INFINITY;

export const createEventTable = (): EventTable => {
  const byId = new Map<string, KeptEvent>();
  let received: Sequences = createSequenceTree();
  let resting = byState();
  let lanes = createEventLanes();
  let subjects = createSubjectIndex((id) => byId.get(id));

  const leaveIndexes = (event: KeptEvent): void => {
    const { state } = event.stored;
    if (state !== 'pending') resting[state].delete(event.sequence);
    if (state !== 'dropped') lanes.remove(event);
  };

  return {
    get: (id) => byId.get(id),
    put: (event) => {
      const { sequence, stored } = event;
      const before = byId.get(stored.id);
      if (before !== undefined) leaveIndexes(before);
      if (before === undefined) subjects.add(event);
      else if (stored.state === 'dropped') subjects.remove(before);
      byId.set(stored.id, event);
      received.set(sequence, event);
      if (stored.state !== 'pending') resting[stored.state].set(sequence, event);
      if (stored.state !== 'dropped') lanes.add(event);
    },
    drop: (event) => {
      leaveIndexes(event);
      byId.delete(event.stored.id);
      received.delete(event.sequence);
    },
    clear: () => {
      byId.clear();
      received = createSequenceTree();
      resting = byState();
      lanes = createEventLanes();
      subjects = createSubjectIndex((id) => byId.get(id));
    },
    lanes: () => lanes,
    newestFirst: (before) => valuesOf(received, received.down(before)),
    oldestFirst: (after = lowest) => valuesOf(received, received.up(after)),
    ofState: (state) => valuesOf(resting[state], resting[state].up(lowest)),
    ofCustomer: (customer, limit) =>
      subjects.ofCustomer(customer, limit).flatMap((id) => byId.get(id) ?? []),
    oldest: (state) => {
      const first = resting[state].lowest();
      return first === undefined ? undefined : resting[state].get(first);
    },
    count: (state) => resting[state].size(),
  };
};
