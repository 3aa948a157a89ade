import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventQueue } from '../../../../application/ports/event-store.js';
import { nullable } from '../../../../domain/primitives.js';
import type { Database } from '../database.js';
import { decodeRow } from '../decode-row.js';
import { claimEvents } from './claim-events.js';
import { claimLock } from './claim-lock.js';
import { concludeEvent } from './conclude-event.js';
import { dropEvents } from './drop-events.js';
import { writeList } from './handler-texts.js';
import { replayEvents } from './replay-events.js';

const decodeNext = decodeRow(t.type({ pause: nullable(t.number) }, 'NextDue'));

/** The queue over a database; its changes are told to its own listeners by `sql-event-store.ts`. */
export const createSqlQueue = (database: Database): EventQueue => {
  const { query, exclusive, onAnnouncement, dialect } = database;
  return {
    claim: claimEvents(database),
    extend: (id, owner, leaseUntil, { now, takenBy }) =>
      exclusive(claimLock)((locked) =>
        pipe(
          locked(
            `UPDATE pasarela_events
            SET due = 0, next_attempt_at = ${dialect.now('$3')} + $4, taken_by = $5
            WHERE id = $1 AND owner = $2 RETURNING id`,
            [id, owner, now, leaseUntil - now, writeList(takenBy)],
          ),
          TE.map((changed) => changed.length > 0),
        ),
      ),
    conclude: concludeEvent(database),
    ...replayEvents(database),
    nextDue: (now) =>
      pipe(
        query(
          `SELECT MIN(moment) - ${dialect.now('$1')} AS pause FROM (
            SELECT MIN(next_attempt_at) AS moment FROM pasarela_events
            WHERE due = 0
            UNION ALL SELECT MIN(next_attempt_at) AS moment FROM pasarela_events
            WHERE due = 1 AND next_attempt_at > ${dialect.now('$1')}
          ) AS moments`,
          [now],
        ),
        TE.flatMapEither(([row]) => decodeNext(row ?? {})),
        TE.map(({ pause }) => (pause === null ? null : now + Math.max(pause, 0))),
      ),
    onDue: onAnnouncement,
    ...dropEvents(database),
  };
};
