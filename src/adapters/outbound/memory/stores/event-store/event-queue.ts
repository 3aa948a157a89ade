import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  claimedRow,
  claimOf,
  concludedRow,
  type EventRow,
  extendedRow,
  isLeasedRow,
  isSelected,
  replayedRow,
} from '../../../../../application/events/event-row.js';
import type { ClaimedEvent, EventQueue } from '../../../../../application/ports/event-store.js';
import { type EventTable, takeSome } from './event-table.js';

// The number of events read in one synchronous step, which blocks all other work.
const step = 1000;

/** A batch of a long task. It begins in a new turn of the event loop, so that the task lets requests in between. */
const inTurn =
  <A>(batch: IO.IO<A>): TE.TaskEither<never, A> =>
  async () => {
    await nextTurn();
    return E.right(batch());
  };

/** The first `limit` events that were received before a moment. An event behind a newer one waits for that. */
const takeOld = (
  all: Iterable<EventRow>,
  before: number,
  limit: number,
): ReadonlyArray<EventRow> => {
  const first = takeSome(all, () => true, limit);
  const end = first.findIndex(({ stored }) => stored.received_at >= before);
  return end < 0 ? first : first.slice(0, end);
};

/** Drops old events and the events of a customer. `changed` is called after each drop. */
const dropEvents = (
  events: EventTable,
  changed: () => void,
): Pick<EventQueue, 'dropPayloads' | 'eraseCustomer' | 'purge'> => {
  const drop = (some: ReadonlyArray<EventRow>): number => {
    for (const event of some) events.drop(event);
    changed();
    return some.length;
  };

  return {
    dropPayloads: (state, before, limit) =>
      inTurn(() => drop(takeOld(events.ofState(state), before, limit))),

    eraseCustomer: (customer, limit) => async () => {
      do await nextTurn();
      while (!events.findSubjects(step));
      const erased = drop(events.ofCustomer(customer, limit));
      return E.right({ erased, more: erased > 0 });
    },

    purge: (before, limit) =>
      inTurn(() => {
        const old = takeOld(events.ofState('dropped'), before, limit);
        for (const _ of old) events.forgetOldest();
        return old.length;
      }),
  };
};

/** The queue functions over a table. `changed` is called when an event may have become due. */
export const createMemoryQueue = (
  events: EventTable,
  changed: () => void,
): Omit<EventQueue, 'onDue'> => {
  const claimed = (event: EventRow, owner: string, leaseUntil: number): ClaimedEvent => {
    const leased = claimedRow(event, owner, leaseUntil);
    events.put(leased);
    return claimOf(leased, events.lanes().isSuperseded(leased.stored));
  };

  const ifOwned = (id: string, owner: string, change: (event: EventRow) => EventRow): boolean => {
    const event = events.get(id);
    if (event?.owner !== owner) return false;
    events.put(change(event));
    changed();
    return true;
  };

  return {
    claim: ({ owner, now, leaseUntil, limit }) =>
      TE.fromIO(() => {
        const mine: Array<ClaimedEvent> = [];
        const lanes = events.lanes();
        lanes.fallDue(now, step);
        while (mine.length < limit) {
          const next = events.get(lanes.next() ?? '');
          if (next === undefined) break;
          mine.push(claimed(next, owner, leaseUntil));
        }
        return mine;
      }),

    extend: (id, owner, leaseUntil, meanwhile) =>
      TE.fromIO(() => {
        const stored = events.get(id)?.stored;
        if (stored !== undefined && events.lanes().isTaken(stored)) return false;
        return ifOwned(id, owner, (event) => extendedRow(event, leaseUntil, meanwhile));
      }),

    conclude: (id, ended) =>
      TE.fromIO(() => ifOwned(id, ended.owner, (event) => concludedRow(event, ended))),

    replay: (id, now) =>
      TE.fromIO(() => {
        const event = events.get(id);
        if (event === undefined || event.stored.state === 'dropped') return false;
        if (!isLeasedRow(event, now)) events.put(replayedRow(event, now));
        changed();
        return true;
      }),

    replayAll: (selection, now, limit) =>
      inTurn(() => {
        const { after } = selection;
        const place = after === undefined ? undefined : events.get(after)?.sequence;
        const looked = takeSome(events.oldestFirst(place), () => true, step);
        const found = takeSome(looked, ({ stored }) => isSelected(selection, stored), limit);
        for (const event of found) events.put(replayedRow(event, now));
        changed();
        const all = found.length < limit;
        const last = all && looked.length < step ? undefined : (all ? looked : found).at(-1);
        return { replayed: found.length, last: last?.stored.id ?? null };
      }),

    nextDue: (now) =>
      TE.fromIO(() => {
        const lanes = events.lanes();
        lanes.fallDue(now, step);
        const next = lanes.nextMoment();
        return next === undefined ? null : Math.max(next, now);
      }),

    ...dropEvents(events, changed),
  };
};
