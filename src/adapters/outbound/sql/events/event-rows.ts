import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { UnixSeconds } from '../../../../domain/moment.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { type EventOrigin, originOf, ProcessorEvent } from '../../../../domain/processor-event.js';
import { HandlerTry, StoredEvent, withoutPayload } from '../../../../domain/stored-event.js';
import { type Query, type SqlRow, storeUnavailable } from '../database.js';
import { decodeRow, storableText } from '../rows.js';

/** The columns that a stored event is made of. */
export const storedEventColumns =
  'id, type, created, livemode, received_at, state, reason, object_id, attempts, next_attempt_at, handled_at, last_error, signed_with, body';

const decode = decodeRow(StoredEvent);
const decodeDropped = decodeRow(
  t.type(
    { id: t.string, type: t.string, created: UnixSeconds, livemode: t.number },
    'DroppedEvent',
  ),
);

const noOrigin: EventOrigin = { api_version: null, account: null };

const eventIn = (row: SqlRow): E.Either<StoreUnavailable, unknown> =>
  row['state'] === 'dropped'
    ? pipe(
        decodeDropped(row),
        E.map(({ livemode, created, ...left }) =>
          withoutPayload({ ...left, livemode: livemode === 1 }, created),
        ),
      )
    : pipe(J.parse(String(row['body'])), E.mapLeft(storeUnavailable));

/** A row of `storedEventColumns` as the event that was stored. */
export const toStoredEvent = (row: SqlRow): E.Either<StoreUnavailable, StoredEvent> => {
  const { body: _body, created: _created, livemode: _livemode, ...columns } = row;
  return pipe(
    eventIn(row),
    E.flatMap((event) =>
      decode({
        ...columns,
        object: 'stored_event',
        ...(ProcessorEvent.is(event) ? originOf(event) : noOrigin),
        event,
      }),
    ),
  );
};

// What a column holds about several handlers is JSON; a row of an earlier version has nothing there.
const listIn =
  <A>(codec: t.Type<A, unknown>) =>
  (column: string | null): E.Either<StoreUnavailable, ReadonlyArray<A>> =>
    column === null
      ? E.right([])
      : pipe(
          J.parse(column),
          E.mapLeft(storeUnavailable),
          E.filterOrElse(t.readonlyArray(codec).is, () =>
            storeUnavailable(new Error(`a row of the database holds no list of ${codec.name}`)),
          ),
        );

/** The names of handlers, as a column holds them. */
export const readNames = listIn(t.string);

/** The handlers of a try, as a column holds them. */
export const readHandlers = listIn(HandlerTry);

/** What a column holds of several handlers; nothing of none. */
export const writeList = (list: ReadonlyArray<string | HandlerTry>): string | null =>
  list.length === 0 ? null : storableText(JSON.stringify(list));

const decodeSequence = decodeRow(t.type({ seq: t.number }, 'EventSequence'));

/** The place of an event in the order of receipt; `none` when there is none with this id. */
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
