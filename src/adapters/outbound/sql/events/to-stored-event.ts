import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import { UnixSeconds } from '../../../../domain/moment.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { type EventOrigin, originOf, ProcessorEvent } from '../../../../domain/processor-event.js';
import { StoredEvent, withoutPayload } from '../../../../domain/stored-event.js';
import type { SqlRow } from '../database.js';
import { decodeRow } from '../decode-row.js';
import { storeUnavailable } from '../store-unavailable.js';

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
