import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type ClaimedEvent,
  type EventRow,
  type EventStore,
  eventPage,
  eventRules,
  isListedEvent,
} from '../../../src/index.js';

const done = <A>(run: () => A): TE.TaskEither<never, A> => TE.fromIO(run);

/** An event store over a map. A function runs without a pause, so it is one step, as a transaction of a database is. */
export const createMapEventStore = (): EventStore => {
  const rows = new Map<string, EventRow>();
  const listeners = new Set<() => void>();
  let received = 0;

  const put = (row: EventRow): void => {
    rows.set(row.stored.id, row);
    for (const listener of listeners) listener();
  };
  const all = (is: (row: EventRow) => boolean): ReadonlyArray<EventRow> =>
    [...rows.values()].filter(is);
  const others = ({ stored }: EventRow): ReadonlyArray<EventRow> =>
    all(
      (other) =>
        other.stored.id !== stored.id &&
        eventRules.laneOf(other.stored) === eventRules.laneOf(stored),
    );
  const isHeld = (row: EventRow, now: number): boolean =>
    others(row).some((other) => eventRules.isLeasedRow(other, now));
  const drop = (some: ReadonlyArray<EventRow>): number => {
    for (const row of some) put(eventRules.droppedRow(row));
    return some.length;
  };
  const ifOwned = (id: string, owner: string, change: (row: EventRow) => EventRow): boolean => {
    const row = rows.get(id);
    if (row?.owner !== owner) return false;
    put(change(row));
    return true;
  };

  return {
    store: (event, receivedAt, ignoredBecause, signedWith) =>
      done(() => {
        if (rows.has(event.id)) return 'duplicate';
        received += 1;
        put(eventRules.receivedRow(received, event, receivedAt, ignoredBecause, signedWith));
        return 'stored';
      }),
    find: (id) =>
      done(() => {
        const row = rows.get(id);
        return row === undefined
          ? O.none
          : O.some({ ...row.stored, taken_by: row.takenBy, tries: row.tries });
      }),
    list: (wanted) =>
      done(() => {
        const { starting_after, ending_before } = wanted;
        const cursor = starting_after ?? ending_before;
        const place = cursor === undefined ? Infinity : rows.get(cursor)?.sequence;
        if (place === undefined) return O.none;
        const listed = all(({ stored }) => isListedEvent(wanted, stored));
        const next =
          ending_before === undefined
            ? listed.filter(({ sequence }) => sequence < place).toReversed()
            : listed.filter(({ sequence }) => sequence > place);
        const events = next.map(({ stored }) => stored);
        return O.some(eventPage(wanted, events));
      }),
    backlog: (upTo) =>
      done(() => {
        const pending = all(({ stored }) => stored.state === 'pending');
        const dead = all(({ stored }) => stored.state === 'dead');
        return {
          pending: Math.min(pending.length, upTo),
          dead: Math.min(dead.length, upTo),
          oldestPending: pending[0]?.stored.received_at ?? null,
        };
      }),
    ready: TE.right(undefined),
    claim: ({ owner, now, leaseUntil, limit }) =>
      done(() => {
        const claimed: Array<ClaimedEvent> = [];
        const due = all((row) => eventRules.isDue(row, now));
        for (const row of due.toSorted(eventRules.inOrderOfClaims)) {
          if (claimed.length === limit) break;
          if (isHeld(row, now)) continue;
          const leased = eventRules.claimedRow(row, owner, leaseUntil);
          put(leased);
          const superseded = others(row).some(({ stored }) =>
            eventRules.supersedes(stored, row.stored),
          );
          claimed.push(eventRules.claimOf(leased, superseded));
        }
        return claimed;
      }),
    extend: (id, owner, leaseUntil, meanwhile) =>
      done(() => {
        const row = rows.get(id);
        if (row === undefined || isHeld(row, meanwhile.now)) return false;
        return ifOwned(id, owner, () => eventRules.extendedRow(row, leaseUntil, meanwhile));
      }),
    conclude: (id, ended) =>
      done(() => ifOwned(id, ended.owner, (row) => eventRules.concludedRow(row, ended))),
    replay: (id, now) =>
      done(() => {
        const row = rows.get(id);
        if (row === undefined || row.stored.state === 'dropped') return false;
        if (!eventRules.isLeasedRow(row, now)) put(eventRules.replayedRow(row, now));
        return true;
      }),
    replayAll: (selection, now, limit) =>
      done(() => {
        const place = rows.get(selection.after ?? '')?.sequence ?? 0;
        const some = all(
          ({ sequence, stored }) => sequence > place && eventRules.isSelected(selection, stored),
        ).slice(0, limit);
        for (const row of some) put(eventRules.replayedRow(row, now));
        const last = some.length < limit ? undefined : some.at(-1);
        return { replayed: some.length, last: last?.stored.id ?? null };
      }),
    nextDue: (now) =>
      done(() => {
        const moments = all(({ stored }) => stored.state === 'pending')
          .map(({ stored }) => stored.next_attempt_at ?? now)
          .filter((moment) => moment > now);
        return moments.length === 0 ? null : Math.min(...moments);
      }),
    onDue: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    dropPayloads: (state, before, limit) =>
      done(() =>
        drop(
          all(({ stored }) => stored.state === state && stored.received_at < before).slice(
            0,
            limit,
          ),
        ),
      ),
    eraseCustomer: (customer, limit) =>
      done(() => {
        const own = all(({ stored }) => eventRules.erasedWith(stored).customer === customer);
        const payments = new Set(own.flatMap(({ stored }) => [...eventRules.paymentsOf(stored)]));
        const ofPayments = all(({ stored }) =>
          payments.has(eventRules.erasedWith(stored).payment ?? ''),
        );
        const erased = drop([...ofPayments, ...own].slice(0, limit));
        return { erased, more: erased === limit };
      }),
    purge: (before, limit) =>
      done(() => {
        const old = all(
          ({ stored }) => stored.state === 'dropped' && stored.received_at < before,
        ).slice(0, limit);
        for (const { stored } of old) rows.delete(stored.id);
        return old.length;
      }),
  };
};
