import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  ClaimedEvent,
  EventQueue,
  ReplaySelection,
} from '../../../../../application/ports/event-store.js';
import { subjectsOf } from '../../../../../domain/event-subjects.js';
import type { StoredEvent } from '../../../../../domain/stored-event.js';
import { type EventTable, takeSome } from './event-table.js';
import { concluded, dropped, type KeptEvent, replayed } from './kept-event.js';

const isKept = ({ stored }: KeptEvent): boolean => stored.state !== 'dropped';

/** Drops old events and the events of a customer. `changed` is called after each drop. */
const dropEvents = (
  events: EventTable,
  changed: () => void,
): Pick<EventQueue, 'dropPayloads' | 'eraseCustomer' | 'purge'> => {
  const drop = (some: ReadonlyArray<KeptEvent>): number => {
    for (const event of some) events.put(dropped(event));
    changed();
    return some.length;
  };

  const ofCustomer = (customer: string, limit: number): ReadonlyArray<KeptEvent> => {
    const subjects = [...events.oldestFirst()]
      .filter(isKept)
      .map((event) => ({ event, ...subjectsOf(event.stored.event) }));
    const own = subjects.filter((one) => one.customer === customer);
    const payments = new Set(
      own.flatMap(({ event, payment }) => [payment, event.stored.object_id]),
    );
    payments.delete(null);
    // Events that name only the payment go first: once the customer's own events are dropped, nothing leads to them.
    const others = subjects.filter((one) => one.customer === null && payments.has(one.payment));
    return [...others, ...own].map(({ event }) => event).slice(0, limit);
  };

  return {
    dropPayloads: (state, before, limit) =>
      TE.fromIO(() =>
        drop(takeSome(events.ofState(state), ({ stored }) => stored.received_at < before, limit)),
      ),

    eraseCustomer: (customer, limit) =>
      pipe(
        TE.fromIO(() => drop(ofCustomer(customer, limit))),
        TE.map((erased) => ({ erased, more: erased === limit })),
      ),

    purge: (before, limit) =>
      TE.fromIO(() => {
        const old = takeSome(
          events.ofState('dropped'),
          ({ stored }) => stored.received_at < before,
          limit,
        );
        for (const event of old) events.drop(event);
        return old.length;
      }),
  };
};

const isLeased = ({ owner, stored }: KeptEvent, now: number): boolean =>
  owner !== null && (stored.next_attempt_at ?? now) > now;

// The number of events read in one synchronous step, which blocks all other work.
const step = 1000;

const isSelected =
  ({
    state,
    type,
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
  }: ReplaySelection) =>
  (stored: StoredEvent): boolean =>
    stored.state !== 'pending' &&
    stored.state !== 'dropped' &&
    (state === undefined || stored.state === state) &&
    (type === undefined || stored.type === type) &&
    stored.received_at >= from &&
    stored.received_at < to;

/** The queue functions over a table. `changed` is called when an event may have become due. */
export const createMemoryQueue = (
  events: EventTable,
  changed: () => void,
): Omit<EventQueue, 'onDue'> => {
  const claimed = (event: KeptEvent, owner: string, leaseUntil: number): ClaimedEvent => {
    const { stored, replayedAfter } = event;
    const attempt = stored.attempts + 1;
    const leased = { ...stored, attempts: attempt, next_attempt_at: leaseUntil };
    events.put({ ...event, stored: leased, owner });
    return {
      stored: leased,
      attempt,
      attemptInRound: attempt - (replayedAfter ?? 0),
      replay: replayedAfter !== null,
      superseded: events.lanes().isSuperseded(stored),
      takenBy: event.takenBy,
    };
  };

  const ifOwned = (id: string, owner: string, change: (event: KeptEvent) => KeptEvent): boolean => {
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

    extend: (id, owner, leaseUntil, { takenBy }) =>
      TE.fromIO(() =>
        ifOwned(id, owner, (event) => ({
          ...event,
          takenBy,
          stored: { ...event.stored, next_attempt_at: leaseUntil },
        })),
      ),

    conclude: (id, ended) =>
      TE.fromIO(() => ifOwned(id, ended.owner, (event) => concluded(event, ended))),

    replay: (id, now) =>
      TE.fromIO(() => {
        const event = events.get(id);
        if (event === undefined || event.stored.state === 'dropped') return false;
        if (!isLeased(event, now)) events.put(replayed(event, now));
        changed();
        return true;
      }),

    replayAll: (selection, now, limit) =>
      TE.fromIO(() => {
        const { after } = selection;
        const place = after === undefined ? undefined : events.get(after)?.sequence;
        const is = isSelected(selection);
        const looked = takeSome(events.oldestFirst(place), () => true, step);
        const found = takeSome(looked, ({ stored }) => is(stored), limit);
        for (const event of found) events.put(replayed(event, now));
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
