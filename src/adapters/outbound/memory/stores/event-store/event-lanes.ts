import {
  type EventRow,
  laneOf as nameOf,
  placeInLane,
} from '../../../../../application/events/event-row.js';
import { createdOf } from '../../../../../domain/events/processor-event.js';
import type { StoredEvent } from '../../../../../domain/events/stored-event.js';
import { createSortedTree, type SortedTree } from '../../../sorted-tree.js';

type Key = ReadonlyArray<number>;

const inOrder = (one: Key, other: Key): number => {
  for (let place = 0; place < one.length; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** The events of one object, which are handled one at a time. `undefined`: none. Most lanes have one event, which was handled. */
type Lane = {
  due: SortedTree<Key, string> | undefined;
  leased: Set<string> | undefined;
  /** The number of handled events, by their place in the life of the object. */
  handled: SortedTree<Key, number> | undefined;
  /** The lane's position among the claimable lanes. */
  place: Key | undefined;
};

/**
 * Finds the events that can be claimed. Every step costs O(log n) for n waiting events, because a step moves only a limited number
 * of events that have become due.
 */
export type EventLanes = {
  readonly add: (event: EventRow) => void;
  readonly remove: (event: EventRow) => void;
  /** Makes up to `limit` due events claimable. */
  readonly fallDue: (now: number, limit: number) => void;
  /** When the next event becomes due or the next lease expires; in the past for due events that are not claimable yet. */
  readonly nextMoment: () => number | undefined;
  /** The id of the oldest claimable event. */
  readonly next: () => string | undefined;
  /** Whether another event of the same object is leased. */
  readonly isTaken: (stored: StoredEvent) => boolean;
  /** Whether an event of the same object was handled that has a later place in its life. */
  readonly isSuperseded: (stored: StoredEvent) => boolean;
};

const happened = ({ sequence, stored }: EventRow): Key => [createdOf(stored.event), sequence];

const moment = (event: EventRow): Key => [event.stored.next_attempt_at ?? 0, ...happened(event)];

// Most events are ignored, and never wait for anything.
const hasLane = ({ state, handled_at }: StoredEvent): boolean =>
  state === 'pending' || handled_at !== null;

export const createEventLanes = (): EventLanes => {
  const lanes = new Map<string, Lane>();
  const waiting = createSortedTree<Key, EventRow>(inOrder);
  const claimable = createSortedTree<Key, Lane>(inOrder);

  const laneOf = (stored: StoredEvent): Lane => {
    const name = nameOf(stored);
    const known = lanes.get(name);
    if (known !== undefined) return known;
    const lane: Lane = {
      due: undefined,
      leased: undefined,
      handled: undefined,
      place: undefined,
    };
    lanes.set(name, lane);
    return lane;
  };

  const settle = (stored: StoredEvent, lane: Lane): void => {
    if (lane.place !== undefined) claimable.delete(lane.place);
    lane.place = lane.leased === undefined ? lane.due?.lowest() : undefined;
    if (lane.place !== undefined) claimable.set(lane.place, lane);
    if ((lane.due ?? lane.leased ?? lane.handled) === undefined) lanes.delete(nameOf(stored));
  };

  const endLease = ({ stored }: EventRow, lane: Lane): void => {
    lane.leased?.delete(stored.id);
    if (lane.leased?.size === 0) lane.leased = undefined;
  };

  const countHandled = ({ stored }: EventRow, lane: Lane, more: number): void => {
    if (stored.handled_at === null) return;
    const at = placeInLane(stored);
    lane.handled ??= createSortedTree(inOrder);
    const count = (lane.handled.get(at) ?? 0) + more;
    if (count > 0) lane.handled.set(at, count);
    else lane.handled.delete(at);
    if (lane.handled.size() === 0) lane.handled = undefined;
  };

  return {
    add: (event) => {
      const { stored, owner } = event;
      if (!hasLane(stored)) return;
      const lane = laneOf(stored);
      if (stored.state === 'pending') {
        waiting.set(moment(event), event);
        if (owner !== null) {
          lane.leased ??= new Set();
          lane.leased.add(stored.id);
        }
      }
      countHandled(event, lane, 1);
      settle(stored, lane);
    },
    remove: (event) => {
      const { stored } = event;
      if (!hasLane(stored)) return;
      const lane = laneOf(stored);
      waiting.delete(moment(event));
      lane.due?.delete(happened(event));
      if (lane.due?.size() === 0) lane.due = undefined;
      endLease(event, lane);
      countHandled(event, lane, -1);
      settle(stored, lane);
    },
    fallDue: (now, limit) => {
      for (let n = 0; n < limit; n += 1) {
        const first = waiting.lowest();
        const event = first === undefined ? undefined : waiting.get(first);
        if (first === undefined || event === undefined || (first[0] ?? 0) > now) return;
        const lane = laneOf(event.stored);
        waiting.delete(first);
        endLease(event, lane);
        lane.due ??= createSortedTree(inOrder);
        lane.due.set(happened(event), event.stored.id);
        settle(event.stored, lane);
      }
    },
    nextMoment: () => waiting.lowest()?.[0],
    next: () => {
      const first = claimable.lowest();
      return first === undefined ? undefined : claimable.get(first)?.due?.get(first);
    },
    isTaken: (stored) => {
      const leased = lanes.get(nameOf(stored))?.leased ?? new Set();
      return leased.size > (leased.has(stored.id) ? 1 : 0);
    },
    isSuperseded: (stored) => {
      const [newest] = lanes.get(nameOf(stored))?.handled?.down() ?? [];
      return newest !== undefined && inOrder(newest, placeInLane(stored)) > 0;
    },
  };
};
