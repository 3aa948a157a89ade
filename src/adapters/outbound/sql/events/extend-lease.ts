import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventQueue } from '../../../../application/ports/event-store.js';
import type { Database } from '../database.js';
import { decodeRow } from '../rows.js';
import { writeList } from './event-rows.js';
import { leasingLock, lockPartitions } from './lane-locks.js';

const decodeLane = decodeRow(t.type({ lane: t.string }, 'EventLane'));

/**
 * Extends the lease of an event. It holds the lock of the event's lane: a lease that has expired is not extended while another
 * event of the lane is claimed.
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
                TE.flatMap(({ lane }) => lockPartitions(query, dialect, [lane], 'wait')),
                TE.flatMap(() =>
                  query(
                    `UPDATE pasarela_events
                    SET due = 0, next_attempt_at = ${dialect.now('$3')} + $4, taken_by = $5
                    WHERE id = $1 AND owner = $2 RETURNING id`,
                    [id, owner, now, leaseUntil - now, writeList(takenBy)],
                  ),
                ),
                TE.map((changed) => changed.length > 0),
              ),
        ),
      ),
    );
