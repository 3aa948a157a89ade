import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { nullable } from '../../../../domain/input/primitives.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Dialect, SqlRow, Statement } from '../database.js';
import { decodeRow } from '../rows.js';

// A search looks at this many due events, the oldest first. If there are more, it then goes from lane to lane.
const oldestEvents = 100;
// Besides the lanes that it finds free.
const leasedLanes = 200;

/** An event that can be claimed: the oldest due one of a lane that is not leased. `walked`: the walk from lane to lane found it. */
export type ClaimableEvent = {
  readonly seq: number;
  readonly lane: string;
  readonly walked: boolean;
};

type Found = {
  readonly claimable: ReadonlyArray<ClaimableEvent>;
  /** Whether there are events whose moment has come, and which are not marked as due yet. */
  readonly unmarked: boolean;
};

// A plus before a column prevents the use of its index. Otherwise a database may choose the index on time, which excludes
// almost no due event, over those on order and lane.

/** A condition: a lease of the lane has not expired at the time `now`. */
export const laneIsLeased = (lane: string, now: string): string => `EXISTS (
      SELECT 1 FROM pasarela_events AS leased
      WHERE leased.lane = ${lane} AND leased.owner IS NOT NULL AND +leased.next_attempt_at > ${now}
    )`;

/** A condition: the lane of the event has an older one that is due at the time `now`. */
export const laneHasOlder = (event: string, now: string): string => `EXISTS (
      SELECT 1 FROM pasarela_events AS older
      WHERE older.lane = ${event}.lane AND older.due = 1 AND +older.next_attempt_at <= ${now}
      AND (older.created, older.seq) < (${event}.created, ${event}.seq)
    )`;

const laneAfter = (lane: string): string => `(
        SELECT event.lane FROM pasarela_events AS event
        WHERE event.due = 1 AND event.lane > ${lane} ORDER BY event.lane, event.created, event.seq LIMIT 1
      )`;

/** `now`: an expression for the current time, `$1`. `$2`: the number of events wanted. `$3`: the lane where the walk begins. */
const search = (now: string): string => `
  WITH RECURSIVE oldest AS (
    SELECT seq, lane, created, next_attempt_at FROM pasarela_events
    WHERE due = 1 ORDER BY created, seq LIMIT ${oldestEvents}
  ), first AS (
    SELECT seq, lane FROM oldest
    WHERE next_attempt_at <= ${now} AND NOT ${laneIsLeased('oldest.lane', now)}
    AND NOT ${laneHasOlder('oldest', now)}
    LIMIT $2
  ), lanes (lane, free, step, wrapped) AS (
    SELECT ${laneAfter('CAST($3 AS TEXT)')}, (SELECT COUNT(*) FROM first), 1, 0
    WHERE (SELECT COUNT(*) FROM oldest) = ${oldestEvents} AND (SELECT COUNT(*) FROM first) < $2
    UNION ALL
    SELECT
      ${laneAfter(`COALESCE(lanes.lane, '')`)},
      free + CASE WHEN lanes.lane IS NULL OR ${laneIsLeased('lanes.lane', now)} THEN 0 ELSE 1 END,
      step + 1,
      CASE WHEN lanes.lane IS NULL THEN 1 ELSE wrapped END
    FROM lanes
    WHERE free < $2 AND step < $2 + ${leasedLanes}
    AND (wrapped = 0 OR lanes.lane <= $3)
  ), walked (seq, lane) AS (
    SELECT (
      SELECT event.seq FROM pasarela_events AS event
      WHERE event.lane = lanes.lane AND event.due = 1 AND +event.next_attempt_at <= ${now}
      ORDER BY event.created, event.seq LIMIT 1
    ), lanes.lane FROM lanes
    WHERE lanes.lane IS NOT NULL AND NOT ${laneIsLeased('lanes.lane', now)}
  )
  SELECT seq, lane, 0 AS walked FROM first
  UNION ALL SELECT seq, lane, 1 FROM walked WHERE seq IS NOT NULL
  UNION ALL SELECT NULL, NULL, 0 FROM (
    SELECT 1 FROM pasarela_events WHERE due = 0 AND next_attempt_at <= ${now} LIMIT 1
  ) AS unmarked`;

const decodeFound = decodeRow(
  t.type({ seq: nullable(t.number), lane: nullable(t.string), walked: t.number }, 'ClaimableEvent'),
);

// The walk also finds some of the oldest ones: the first mention counts.
const withoutRepeats = (events: ReadonlyArray<ClaimableEvent>): ReadonlyArray<ClaimableEvent> => {
  const seen = new Set<number>();
  return events.filter(({ seq }) => !seen.has(seq) && seen.add(seq));
};

/**
 * Finds events that can be claimed, the oldest first, and looks at a limited number of events, however many are due. If the
 * oldest ones do not suffice, because they belong to a few lanes, which are handled one event at a time, it goes on from lane to
 * lane, beginning after `from`.
 */
export const findClaimableEvents = (
  dialect: Dialect,
): {
  readonly statement: (now: number, wanted: number, from: string) => Statement;
  readonly read: (rows: ReadonlyArray<SqlRow>) => E.Either<StoreUnavailable, Found>;
} => {
  const text = search(dialect.now('$1'));
  return {
    statement: (now, wanted, from) => [text, [now, wanted, from], 'find claimable'],
    read: flow(
      E.traverseArray(decodeFound),
      E.map((rows) => ({
        claimable: withoutRepeats(
          rows.flatMap(({ seq, lane, walked }) =>
            seq === null || lane === null ? [] : [{ seq, lane, walked: walked === 1 }],
          ),
        ),
        unmarked: rows.some(({ seq }) => seq === null),
      })),
    ),
  };
};
