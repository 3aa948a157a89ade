import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { describeCause } from '../../../../application/describe-cause.js';
import type { ClaimedEvent, EventQueue } from '../../../../application/ports/event-store.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { nullable } from '../../../../domain/primitives.js';
import { createdOf } from '../../../../domain/processor-event.js';
import {
  type Database,
  type Query,
  type SqlRow,
  type SqlValue,
  storeUnavailable,
} from '../database.js';
import { decodeRow, storableText } from '../rows.js';
import { readNames, storedEventColumns, toStoredEvent } from './event-rows.js';

/** The lock for leasing events and extending their leases. */
export const claimLock = 'claim events';

// Few at a time: SQLite blocks the event loop, and other instances wait for the lock.
const markedAtOnce = 100;

const anyToMark = (now: string): string =>
  `SELECT 1 FROM pasarela_events WHERE due = 0 AND next_attempt_at <= ${now} LIMIT 1`;

const markEvents = (now: string): string => `
  UPDATE pasarela_events SET due = 1 WHERE +due = 0 AND +next_attempt_at <= ${now} AND seq IN (
    SELECT seq FROM pasarela_events WHERE due = 0 AND next_attempt_at <= ${now}
    ORDER BY next_attempt_at LIMIT ${markedAtOnce}
  )
  RETURNING seq`;

/**
 * Marks events as due whose `next_attempt_at` has passed or whose lease has expired: a limited number, without the lock for
 * claims. `nextDue` returns the current time if there are more.
 */
const markDueEvents = ({
  query,
  exclusive,
  dialect,
}: Database): ((now: number) => TE.TaskEither<StoreUnavailable, unknown>) => {
  const some = anyToMark(dialect.now('$1'));
  const mark = markEvents(dialect.now('$1'));
  return (now) =>
    pipe(
      query(some, [now]),
      TE.flatMap((found) =>
        found.length === 0 ? TE.right([]) : exclusive('fall due')((locked) => locked(mark, [now])),
      ),
    );
};

const ClaimColumns = t.type(
  {
    seq: t.number,
    replayed_after: nullable(t.number),
    superseded: t.number,
    taken_by: nullable(t.string),
  },
  'EventPlace',
);
const decodeClaim = decodeRow(ClaimColumns);

// A claim looks at this many due events, the oldest first, and then at this many lanes.
const oldestEvents = 200;
const mostLanes = 5000;

const nextLane = (after: string): string => `(
        SELECT event.lane FROM pasarela_events AS event
        WHERE event.due = 1 AND event.lane > ${after} ORDER BY event.lane, event.created, event.seq LIMIT 1
      )`;

/** The statements of a claim. `now`: an expression for the current time. */
const statementsAt = (now: string): { readonly oldest: string; readonly byLane: string } => {
  const isLeased = (lane: string): string => `EXISTS (
      SELECT 1 FROM pasarela_events AS leased
      WHERE leased.lane = ${lane} AND leased.owner IS NOT NULL AND +leased.next_attempt_at > ${now}
    )`;

  // A plus before a column prevents the use of its index. Otherwise a database may choose the index on time, which excludes
  // almost no due event, over those on order, lane and place.
  const claim = (places: string): string => `
  UPDATE pasarela_events
  SET owner = $2, attempts = attempts + 1, due = 0, next_attempt_at = ${now} + $3
  WHERE +due = 1 AND +next_attempt_at <= ${now} AND seq IN (${places})
  RETURNING ${storedEventColumns}, seq, replayed_after, taken_by, CASE WHEN EXISTS (
    SELECT 1 FROM pasarela_events AS newer
    WHERE newer.lane = pasarela_events.lane AND newer.handled_at IS NOT NULL
    AND newer.created > pasarela_events.created
  ) THEN 1 ELSE 0 END AS superseded`;

  const claimOldest = claim(`
    SELECT oldest.seq FROM (
      SELECT seq, lane, created, next_attempt_at FROM pasarela_events
      WHERE due = 1 ORDER BY created, seq LIMIT ${oldestEvents}
    ) AS oldest
    WHERE oldest.next_attempt_at <= ${now}
    AND NOT ${isLeased('oldest.lane')}
    AND NOT EXISTS (
      SELECT 1 FROM pasarela_events AS older
      WHERE older.lane = oldest.lane AND older.due = 1 AND +older.next_attempt_at <= ${now}
      AND (older.created, older.seq) < (oldest.created, oldest.seq)
    )
    LIMIT $4
  `);

  // The oldest event of each lane that is not leased, lane by lane.
  const claimByLane = claim(`
    WITH RECURSIVE lanes (lane, free, step) AS (
      SELECT ${nextLane('$5')}, 0, 1
      UNION ALL
      SELECT ${nextLane('lanes.lane')}, free + CASE WHEN ${isLeased('lanes.lane')} THEN 0 ELSE 1 END, step + 1
      FROM lanes WHERE lanes.lane IS NOT NULL AND free < $4 AND step < ${mostLanes}
    )
    SELECT (
      SELECT event.seq FROM pasarela_events AS event
      WHERE event.lane = lanes.lane AND event.due = 1 AND +event.next_attempt_at <= ${now}
      ORDER BY event.created, event.seq LIMIT 1
    ) FROM lanes
    WHERE lanes.lane IS NOT NULL AND NOT ${isLeased('lanes.lane')}
    LIMIT $4
  `);

  return { oldest: claimOldest, byLane: claimByLane };
};

type Placed = { readonly seq: number; readonly claimed: ClaimedEvent };

const toPlaced = (row: SqlRow): E.Either<StoreUnavailable, Placed> =>
  pipe(
    E.Do,
    E.bind('columns', () => decodeClaim(row)),
    E.bind('stored', () => toStoredEvent(row)),
    E.bind('takenBy', ({ columns }) => readNames(columns.taken_by)),
    E.map(({ columns: { seq, replayed_after, superseded }, stored, takenBy }) => ({
      seq,
      claimed: {
        stored,
        attempt: stored.attempts,
        attemptInRound: stored.attempts - (replayed_after ?? 0),
        replay: replayed_after !== null,
        superseded: superseded === 1,
        takenBy,
      },
    })),
  );

type Unreadable = { readonly _tag: 'Unreadable'; readonly id: string; readonly cause: unknown };

const readClaimed = (row: SqlRow): E.Either<Unreadable, Placed> =>
  pipe(
    toPlaced(row),
    E.mapLeft(({ cause }) => ({ _tag: 'Unreadable', id: String(row['id']), cause })),
  );

const markDead = `
  UPDATE pasarela_events
  SET state = 'dead', due = NULL, next_attempt_at = NULL, owner = NULL, last_error = $2
  WHERE id = $1 AND state = 'pending'`;

const oldestFirst = (one: Placed, other: Placed): number =>
  createdOf(one.claimed.stored.event) - createdOf(other.claimed.stored.event) ||
  one.seq - other.seq;

const laneOf = ({ claimed: { stored } }: Placed): string => stored.object_id ?? stored.id;

/**
 * Claims due events. Only one instance claims at a time, so no lane is claimed twice. An event that cannot be decoded is marked
 * dead, and the claim fails: otherwise the event would block all the others.
 *
 * A claim reads few events, however many are due. If the oldest ones all belong to a few lanes, which are handled one event
 * at a time, it continues lane by lane, beginning where the last claim ended.
 */
export const claimSqlEvents = (database: Database): EventQueue['claim'] => {
  const { exclusive, query, dialect } = database;
  const markDue = markDueEvents(database);
  const statements = statementsAt(dialect.now('$1'));
  let lastLane = '';

  return ({ owner, now, leaseUntil, limit }) => {
    const take = (locked: Query, sql: string, wanted: number, ...from: ReadonlyArray<SqlValue>) =>
      pipe(
        locked(sql, [now, owner, leaseUntil - now, wanted, ...from]),
        TE.flatMapEither(E.traverseArray(readClaimed)),
      );

    // From the last claimed lane to the end, and then from the beginning.
    const takeByLane = (locked: Query, wanted: number): ReturnType<typeof take> => {
      if (wanted <= 0) return TE.right([]);
      const from = lastLane;
      return pipe(
        take(locked, statements.byLane, wanted, from),
        TE.flatMap((taken) => {
          lastLane = taken.length < wanted ? '' : (taken.map(laneOf).toSorted().at(-1) ?? '');
          return from === '' ? TE.right(taken) : andMore(locked, taken, wanted);
        }),
      );
    };

    const andMore = (locked: Query, taken: ReadonlyArray<Placed>, wanted: number) =>
      pipe(
        takeByLane(locked, wanted - taken.length),
        TE.map((more) => [...taken, ...more]),
      );

    return pipe(
      markDue(now),
      TE.flatMap(() =>
        exclusive(claimLock)((locked) =>
          pipe(
            take(locked, statements.oldest, limit),
            TE.flatMap((taken) => andMore(locked, taken, limit)),
          ),
        ),
      ),
      TE.map((placed) => placed.toSorted(oldestFirst).map(({ claimed }) => claimed)),
      TE.orElse((failure) =>
        failure._tag === 'StoreUnavailable'
          ? TE.left(failure)
          : pipe(
              query(markDead, [failure.id, storableText(describeCause(failure.cause))]),
              TE.flatMap(() =>
                TE.left(
                  storeUnavailable(
                    new Error(`event ${failure.id} could not be decoded and was marked dead`, {
                      cause: failure.cause,
                    }),
                  ),
                ),
              ),
            ),
      ),
    );
  };
};
