import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventQueue } from '../../../../application/ports/event-store.js';
import type { Database } from '../database.js';
import { decodeRow } from '../rows.js';
import { writeList } from './event-rows.js';
import { leasingLock, lockLane } from './lane-locks.js';

const decodeLane = decodeRow(t.type({ lane: t.string }, 'EventLane'));

/**
 * Extends the lease of an event, also if it has expired, unless another event of its lane was claimed since. It holds the lock of
 * the lane, so that none is claimed meanwhile.
 */
export const extendSqlLease =
  ({ sharing, dialect }: Database): EventQueue['extend'] =>
  (id, owner, leaseUntil, { now, takenBy }) =>
    sharing(leasingLock)((query) =>
      pipe(
        query('SELECT lane FROM pasarela_events WHERE id = $1 AND owner = $2', [id, owner]),
        TE.flatMap(([row]) =>
          row === undefined
            ? TE.right(false)
            : pipe(
                TE.fromEither(decodeLane(row)),
                TE.flatMap(({ lane }) => lockLane(query, dialect, lane)),
                TE.flatMap(() =>
                  query(
                    `UPDATE pasarela_events
                    SET due = 0, next_attempt_at = ${dialect.now('$3')} + $4, taken_by = $5,
                      handled_at = COALESCE(handled_at, CASE WHEN CAST($5 AS TEXT) IS NOT NULL THEN CAST($3 AS BIGINT) END)
                    WHERE id = $1 AND owner = $2 AND NOT EXISTS (
                      SELECT 1 FROM pasarela_events AS other
                      WHERE other.lane = pasarela_events.lane AND other.id <> $1
                      AND other.owner IS NOT NULL AND +other.next_attempt_at > ${dialect.now('$3')}
                    )
                    RETURNING id`,
                    [id, owner, now, leaseUntil - now, writeList(takenBy)],
                  ),
                ),
                TE.map((changed) => changed.length > 0),
              ),
        ),
      ),
    );
