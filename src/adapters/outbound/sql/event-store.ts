import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventStore } from '../../../application/ports/event-store.js';
import { nullable } from '../../../domain/input/primitives.js';
import { createListeners } from '../listeners.js';
import type { Database } from './database.js';
import { claimSqlEvents } from './event-store/claim-events.js';
import { concludeAndClaimSqlEvents, concludeSqlEvent } from './event-store/conclude-event.js';
import { dropSqlEvents } from './event-store/drop-events.js';
import { extendSqlLease } from './event-store/extend-lease.js';
import { createSqlInbox } from './event-store/inbox.js';
import { replaySqlEvents } from './event-store/replay-events.js';
import { decodeRow } from './rows.js';

const decodeNextDue = decodeRow(t.type({ pause: nullable(t.number) }, 'NextDue'));

/** Received events, and their queue, in a database that any number of instances share. */
export const createSqlEventStore = (database: Database): EventStore => {
  const { query, onAnnouncement, dialect } = database;
  const inbox = createSqlInbox(database);
  const conclude = concludeSqlEvent(database);
  const { claim, claimAfter } = claimSqlEvents(database);
  const concludeAndClaim = concludeAndClaimSqlEvents(database, { conclude, claim }, claimAfter);
  const { replay, replayAll } = replaySqlEvents(database);
  const listeners = createListeners();

  // The database announces changes to the other instances only.
  const announced = <E, A>(change: TE.TaskEither<E, A>): TE.TaskEither<E, A> =>
    pipe(
      change,
      TE.tapIO(() => listeners.call),
    );

  return {
    ...inbox,
    store: (...event) => announced(inbox.store(...event)),
    claim,
    extend: extendSqlLease(database),
    conclude: (...ended) => announced(conclude(...ended)),
    concludeAndClaim: (...step) => announced(concludeAndClaim(...step)),
    replay: (...event) => announced(replay(...event)),
    replayAll: (...events) => announced(replayAll(...events)),
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
        TE.flatMapEither(([row]) => decodeNextDue(row ?? {})),
        TE.map(({ pause }) => (pause === null ? null : now + Math.max(pause, 0))),
      ),
    onDue: (listener) => {
      const removeHere = listeners.add(listener);
      const removeElsewhere = onAnnouncement(listener);
      return () => {
        removeHere();
        removeElsewhere();
      };
    },
    ...dropSqlEvents(database),
  };
};
