import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventInbox } from '../../../../application/ports/event-store.js';
import { singleFlight } from '../../../../application/single-flight.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { nullable } from '../../../../domain/primitives.js';
import { EventTry } from '../../../../domain/stored-event.js';
import { checkWritable } from '../check-writable.js';
import type { Database, SqlRow } from '../database.js';
import { decodeRow } from '../decode-row.js';
import { readHandlers, readNames } from './handler-texts.js';
import { listEvents } from './list-events.js';
import { storeEvent } from './store-event.js';
import { storedEventColumns, toStoredEvent } from './to-stored-event.js';

const decodeHandlers = decodeRow(t.type({ handlers: nullable(t.string) }, 'EventTry'));
const decodeTakenBy = decodeRow(t.type({ taken_by: nullable(t.string) }, 'EventHistory'));

const toTry = (row: SqlRow): E.Either<StoreUnavailable, EventTry> =>
  pipe(
    decodeHandlers(row),
    E.flatMap(({ handlers }) => readHandlers(handlers)),
    E.flatMap((handlers) => decodeRow(EventTry)({ ...row, handlers })),
  );

const toEventTakenBy = ({ taken_by, ...row }: SqlRow) =>
  pipe(
    E.Do,
    E.bind('event', () => toStoredEvent(row)),
    E.bind('taken_by', () =>
      pipe(
        decodeTakenBy({ taken_by }),
        E.flatMap((columns) => readNames(columns.taken_by)),
      ),
    ),
    E.map(({ event, ...rest }) => ({ ...event, ...rest })),
  );

/** The inbox over a database. */
export const createSqlInbox = (database: Database): EventInbox => {
  const { query } = database;

  const eventOf = (id: string) =>
    pipe(
      query(`SELECT ${storedEventColumns}, taken_by FROM pasarela_events WHERE id = $1`, [id]),
      TE.flatMapEither(([row]) =>
        row === undefined ? E.right(O.none) : pipe(toEventTakenBy(row), E.map(O.some)),
      ),
    );

  const triesOf = (id: string) =>
    pipe(
      query(
        `SELECT attempt, started_at, ended_at, error, handlers FROM pasarela_event_tries
        WHERE event_id = $1 ORDER BY attempt`,
        [id],
      ),
      TE.flatMapEither(E.traverseArray(toTry)),
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
    ready: singleFlight(checkWritable(database)),
  };
};
