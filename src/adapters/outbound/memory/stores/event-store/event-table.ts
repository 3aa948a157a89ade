import { type EventRow, untriedRow } from '../../../../../application/events/event-row.js';
import {
  droppedEvent,
  type EventRemains,
  type EventState,
  remainsOf,
} from '../../../../../domain/events/stored-event.js';
import { createSortedTree, type SortedTree } from '../../../sorted-tree.js';
import { createEventLanes, type EventLanes } from './event-lanes.js';
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
  readonly has: (id: string) => boolean;
  readonly get: (id: string) => EventRow | undefined;
  /** Adds an event, or replaces the one with its id. */
  readonly put: (event: EventRow) => void;
  /** Drops the payload of an event. */
  readonly drop: (event: EventRow) => void;
  /** Drops the payload of the handled or ignored event that was received first. */
  readonly dropOldest: () => void;
  /** Deletes the dropped event that was received first. */
  readonly forgetOldest: () => void;
  readonly clear: () => void;
  /** The events received before a sequence number, or all, last received first. */
  readonly newestFirst: (before?: number) => Iterable<EventRow>;
  /** The events received after a sequence number, or all, first received first. */
  readonly oldestFirst: (after?: number) => Iterable<EventRow>;
  /** The order in which events can be claimed. */
  readonly lanes: () => Omit<EventLanes, 'add' | 'remove'>;
  /** The events of a state, first received first. */
  readonly ofState: (state: EventState) => Iterable<EventRow>;
  /** Prepares `ofCustomer` for up to `limit` more events. Returns whether all are prepared. */
  readonly findSubjects: (limit: number) => boolean;
  /** Up to `limit` events to erase with a customer's data. */
  readonly ofCustomer: (customer: string, limit: number) => ReadonlyArray<EventRow>;
  readonly count: (state: EventState) => number;
};

// Most events were dropped. Of these only what is left is kept, and the event made again when it is read.
type Remains = EventRemains & { readonly sequence: number };

type Entry = EventRow | Remains;

const eventOf = (entry: Entry): EventRow =>
  'stored' in entry ? entry : untriedRow(entry.sequence, droppedEvent(entry));

// Sequence numbers begin at 1.
const beforeAll = 0;

/** Values by sequence number. */
const noRows = <A>(): SortedTree<number, A> => createSortedTree((one, other) => one - other);

const noEvents = () => {
  const inOrder = noRows<Entry>();
  const at = (sequence: number): EventRow | undefined => {
    const entry = inOrder.get(sequence);
    return entry === undefined ? undefined : eventOf(entry);
  };
  const all = function* (sequences: Iterable<number>): Iterable<EventRow> {
    for (const sequence of sequences) {
      const event = at(sequence);
      if (event !== undefined) yield event;
    }
  };
  return {
    /** The sequence number of each event. */
    byId: new Map<string, number>(),
    inOrder,
    at,
    all,
    /** Their ids. */
    byState: {
      pending: noRows<string>(),
      handled: noRows<string>(),
      ignored: noRows<string>(),
      dead: noRows<string>(),
      dropped: noRows<string>(),
    },
    lanes: createEventLanes(),
    subjects: createSubjectIndex(at, (sequence) => all(inOrder.up(sequence))),
  };
};

export const createEventTable = (): EventTable => {
  let events = noEvents();

  const leave = (event: EventRow): void => {
    const { state } = event.stored;
    events.byState[state].delete(event.sequence);
    events.lanes.remove(event);
  };
  const drop = (event: EventRow): void => {
    leave(event);
    events.subjects.remove(event);
    const { sequence, stored } = event;
    events.inOrder.set(sequence, { ...remainsOf(stored), sequence });
    events.byState.dropped.set(sequence, stored.id);
  };

  return {
    has: (id) => events.byId.has(id),
    get: (id) => events.at(events.byId.get(id) ?? beforeAll),
    put: (event) => {
      const { sequence, stored } = event;
      const before = events.at(sequence);
      if (before === undefined) {
        events.byId.set(stored.id, sequence);
        events.subjects.add(event);
      } else leave(before);
      events.inOrder.set(sequence, event);
      events.byState[stored.state].set(sequence, stored.id);
      events.lanes.add(event);
    },
    drop,
    dropOldest: () => {
      const { handled, ignored } = events.byState;
      const oldest = Math.min(handled.lowest() ?? Infinity, ignored.lowest() ?? Infinity);
      const event = events.at(oldest);
      if (event !== undefined) drop(event);
    },
    forgetOldest: () => {
      const { dropped } = events.byState;
      const sequence = dropped.lowest() ?? beforeAll;
      events.byId.delete(dropped.get(sequence) ?? '');
      events.inOrder.delete(sequence);
      dropped.delete(sequence);
    },
    clear: () => {
      events = noEvents();
    },
    lanes: () => events.lanes,
    newestFirst: (before) => events.all(events.inOrder.down(before)),
    oldestFirst: (after = beforeAll) => events.all(events.inOrder.up(after)),
    ofState: (state) => events.all(events.byState[state].up(beforeAll)),
    findSubjects: (limit) => events.subjects.addOlder(limit),
    ofCustomer: (customer, limit) =>
      events.subjects.ofCustomer(customer, limit).flatMap((sequence) => events.at(sequence) ?? []),
    count: (state) => events.byState[state].size(),
  };
};
