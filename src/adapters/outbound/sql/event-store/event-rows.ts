import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { describeCause } from '../../../../application/describe-cause.js';
import {
  type EventOrigin,
  originOf,
  ProcessorEvent,
} from '../../../../domain/events/processor-event.js';
import { HandlerTry, StoredEvent, withoutPayload } from '../../../../domain/events/stored-event.js';
import { isWithinJsonBounds } from '../../../../domain/input/json.js';
import { UnixSeconds } from '../../../../domain/input/moment.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { type Query, type SqlRow, storeUnavailable } from '../database.js';
import { decodeRow, storableText } from '../rows.js';

/** The columns of an event without its payload. */
export const eventColumns =
  'id, type, created, livemode, received_at, state, reason, object_id, attempts, next_attempt_at, handled_at, last_error, signed_with';

/** The columns from which `toStoredEvent` reads an event. */
export const storedEventColumns = `${eventColumns}, body`;

const decode = decodeRow(StoredEvent);
const decodeDropped = decodeRow(
  t.type(
    { id: t.string, type: t.string, created: UnixSeconds, livemode: t.number },
    'DroppedEvent',
  ),
);

// The column takes no null.
const noMode = 2;

/** Writes the column `livemode`. */
export const writeMode = (livemode: boolean | undefined): number =>
  livemode === undefined ? noMode : Number(livemode);

const readMode = (column: number): Pick<ProcessorEvent, 'livemode'> =>
  column === noMode ? {} : { livemode: column === 1 };

const noOrigin: EventOrigin = { api_version: null, account: null };

const withoutBody = (row: SqlRow): E.Either<StoreUnavailable, ProcessorEvent> =>
  pipe(
    decodeDropped(row),
    E.map(({ livemode, created, ...left }) =>
      withoutPayload({ ...left, ...readMode(livemode) }, created),
    ),
  );

const bodyOf = (row: SqlRow): E.Either<StoreUnavailable, unknown> =>
  pipe(
    // The message of the parser quotes what it could not read.
    O.tryCatch((): unknown => JSON.parse(String(row['body']))),
    E.fromOption(() => storeUnavailable(new Error('the payload is not JSON'))),
    E.filterOrElse(isWithinJsonBounds, () =>
      storeUnavailable(new Error('the payload is nested too deeply, or too large')),
    ),
  );

const withEvent = (row: SqlRow, event: unknown): E.Either<StoreUnavailable, StoredEvent> => {
  const { body: _body, created: _created, livemode: _livemode, ...columns } = row;
  return decode({
    ...columns,
    object: 'stored_event',
    ...(ProcessorEvent.is(event) ? originOf(event) : noOrigin),
    event,
  });
};

/** Reads a stored event from a row of `storedEventColumns`. */
export const toStoredEvent = (row: SqlRow): E.Either<StoreUnavailable, StoredEvent> =>
  pipe(
    row['state'] === 'dropped' ? withoutBody(row) : bodyOf(row),
    E.flatMap((event) => withEvent(row, event)),
  );

/**
 * The same to show the event. If its payload cannot be read, because an earlier version took it or it was changed from outside,
 * it is shown without: it must not hide the other events of a page.
 */
export const toShownEvent = (row: SqlRow): E.Either<StoreUnavailable, StoredEvent> =>
  pipe(
    toStoredEvent(row),
    E.orElse(({ cause }) =>
      pipe(
        withoutBody(row),
        E.flatMap((event) =>
          withEvent({ ...row, last_error: row['last_error'] ?? describeCause(cause) }, event),
        ),
      ),
    ),
  );

// Lists are JSON in a column, which is null in the rows of earlier versions.
const listIn =
  <A>(codec: t.Type<A, unknown>) =>
  (column: string | null): E.Either<StoreUnavailable, ReadonlyArray<A>> =>
    column === null
      ? E.right([])
      : pipe(
          J.parse(column),
          E.mapLeft(storeUnavailable),
          E.filterOrElse(t.readonlyArray(codec).is, () =>
            storeUnavailable(new Error(`database column is not a valid list of ${codec.name}`)),
          ),
        );

/** Reads a column with the names of handlers. */
export const readNames = listIn(t.string);

/** Reads a column with the handlers of an attempt. */
export const readHandlers = listIn(HandlerTry);

/** Writes a list for a column; null if it is empty. */
export const writeList = (list: ReadonlyArray<string | HandlerTry>): string | null =>
  list.length === 0 ? null : storableText(JSON.stringify(list));

const decodeSequence = decodeRow(t.type({ seq: t.number }, 'EventSequence'));

/** The place of an event in the order of receipt; `none` if no event has this id. */
export const sequenceOf = (
  query: Query,
  id: string,
): TE.TaskEither<StoreUnavailable, O.Option<number>> =>
  pipe(
    query('SELECT seq FROM pasarela_events WHERE id = $1', [id]),
    TE.flatMapEither(([row]) =>
      row === undefined
        ? E.right(O.none)
        : pipe(
            decodeSequence(row),
            E.map(({ seq }) => O.some(seq)),
          ),
    ),
  );
