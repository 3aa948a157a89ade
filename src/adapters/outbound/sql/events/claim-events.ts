import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { describeCause } from '../../../../application/describe-cause.js';
import type { ClaimedEvent, EventQueue } from '../../../../application/ports/event-queue.js';
import { nullable } from '../../../../domain/nullable.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database, SqlRow } from '../database.js';
import { decodeRow } from '../decode-row.js';
import { storableText } from '../storable-text.js';
import { storeUnavailable } from '../store-unavailable.js';
import { claimLock } from './claim-lock.js';
import { storedEventColumns, toStoredEvent } from './to-stored-event.js';

const Place = t.type(
  { seq: t.number, replayed_after: nullable(t.number), superseded: t.number },
  'EventPlace',
);
const decodePlace = decodeRow(Place);

const fallDue = `
  UPDATE pasarela_events SET due = 1 WHERE due = 0 AND next_attempt_at <= $1`;

// A column behind a plus is found by no index: else the moment, which nearly all that is due fulfils, is taken for the best
// way in, before the order, the lane and the place.
const claimDue = `
  UPDATE pasarela_events
  SET owner = $2, attempts = attempts + 1, due = 0, next_attempt_at = $3
  WHERE +due = 1 AND +next_attempt_at <= $1 AND seq IN (
    SELECT event.seq FROM pasarela_events AS event
    WHERE event.due = 1 AND +event.next_attempt_at <= $1
    AND NOT EXISTS (
      SELECT 1 FROM pasarela_events AS leased
      WHERE leased.lane = event.lane AND leased.owner IS NOT NULL AND +leased.next_attempt_at > $1
    )
    AND NOT EXISTS (
      SELECT 1 FROM pasarela_events AS older
      WHERE older.lane = event.lane AND older.due = 1 AND +older.next_attempt_at <= $1
      AND (older.created, older.seq) < (event.created, event.seq)
    )
    ORDER BY event.created, event.seq
    LIMIT $4
  )
  RETURNING ${storedEventColumns}, seq, replayed_after, CASE WHEN EXISTS (
    SELECT 1 FROM pasarela_events AS newer
    WHERE newer.lane = pasarela_events.lane AND newer.handled_at IS NOT NULL
    AND newer.created > pasarela_events.created
  ) THEN 1 ELSE 0 END AS superseded`;

type Placed = { readonly seq: number; readonly claimed: ClaimedEvent };

const toPlaced = (row: SqlRow): E.Either<StoreUnavailable, Placed> =>
  pipe(
    E.Do,
    E.bind('place', () => decodePlace(row)),
    E.bind('stored', () => toStoredEvent(row)),
    E.map(({ place: { seq, replayed_after, superseded }, stored }) => ({
      seq,
      claimed: {
        stored,
        attempt: stored.attempts,
        attemptInRound: stored.attempts - (replayed_after ?? 0),
        replay: replayed_after !== null,
        superseded: superseded === 1,
      },
    })),
  );

type Unreadable = { readonly _tag: 'Unreadable'; readonly id: string; readonly cause: unknown };

const read = (row: SqlRow): E.Either<Unreadable, Placed> =>
  pipe(
    toPlaced(row),
    E.mapLeft(({ cause }) => ({ _tag: 'Unreadable', id: String(row['id']), cause })),
  );

const setAside = `
  UPDATE pasarela_events
  SET state = 'dead', due = NULL, next_attempt_at = NULL, owner = NULL, last_error = $2
  WHERE id = $1 AND state = 'pending'`;

const oldestFirst = (one: Placed, other: Placed): number =>
  one.claimed.stored.event.created - other.claimed.stored.event.created || one.seq - other.seq;

/**
 * Takes events that are due, one claim at a time over all instances: so none of a lane that another one is just taking. One
 * that cannot be read fails the claim, and is dead from then on: else it would stand in the way of all others.
 */
export const claimEvents =
  ({ exclusive, query }: Database): EventQueue['claim'] =>
  ({ owner, now, leaseUntil, limit }) =>
    pipe(
      exclusive(claimLock)((locked) =>
        pipe(
          locked(fallDue, [now]),
          TE.flatMap(() => locked(claimDue, [now, owner, leaseUntil, limit])),
          TE.flatMapEither(E.traverseArray(read)),
          TE.map((placed) => placed.toSorted(oldestFirst).map(({ claimed }) => claimed)),
        ),
      ),
      TE.orElse((failure) =>
        failure._tag === 'StoreUnavailable'
          ? TE.left(failure)
          : pipe(
              query(setAside, [failure.id, storableText(describeCause(failure.cause))]),
              TE.flatMap(() =>
                TE.left(
                  storeUnavailable(
                    new Error(`event ${failure.id} cannot be read`, { cause: failure.cause }),
                  ),
                ),
              ),
            ),
      ),
    );
