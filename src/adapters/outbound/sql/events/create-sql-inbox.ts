import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventInbox } from '../../../../application/ports/event-inbox.js';
import { shared } from '../../../../application/shared.js';
import { EventTry } from '../../../../domain/event-history.js';
import { checkWritable } from '../check-writable.js';
import type { Database } from '../database.js';
import { decodeRow } from '../decode-row.js';
import { listEvents } from './list-events.js';
import { storeEvent } from './store-event.js';
import { storedEventColumns, toStoredEvent } from './to-stored-event.js';

/** The inbox over a database. */
export const createSqlInbox = (database: Database): EventInbox => {
  const { query } = database;

  const eventOf = (id: string) =>
    pipe(
      query(`SELECT ${storedEventColumns} FROM pasarela_events WHERE id = $1`, [id]),
      TE.flatMapEither(([row]) =>
        row === undefined ? E.right(O.none) : pipe(toStoredEvent(row), E.map(O.some)),
      ),
    );

  const triesOf = (id: string) =>
    pipe(
      query(
        `SELECT attempt, started_at, ended_at, error FROM pasarela_event_tries
        WHERE event_id = $1 ORDER BY attempt`,
        [id],
      ),
      TE.flatMapEither(E.traverseArray(decodeRow(EventTry))),
    );

  return {
    store: storeEvent(database),
    find: (id) =>
      pipe(
        TE.Do,
        TE.bind('event', () => eventOf(id)),
        TE.bind('tries', () => triesOf(id)),
        TE.map(({ event, tries }) =>
          pipe(
            event,
            O.map((stored) => ({ ...stored, tries })),
          ),
        ),
      ),
    list: listEvents(database),
    ready: shared(checkWritable(database)),
  };
};
