import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { StoredEvent } from '../../../../domain/stored-event.js';
import type { SqlRow } from '../database.js';
import { decodeRow } from '../decode-row.js';
import { storeUnavailable } from '../store-unavailable.js';

/** The columns that a stored event is made of. */
export const storedEventColumns =
  'id, type, received_at, state, reason, object_id, attempts, next_attempt_at, handled_at, last_error, body';

const decode = decodeRow(StoredEvent);

/** A row of `storedEventColumns` as the event that was stored. */
export const toStoredEvent = ({
  body,
  ...columns
}: SqlRow): E.Either<StoreUnavailable, StoredEvent> =>
  pipe(
    J.parse(String(body)),
    E.mapLeft(storeUnavailable),
    E.flatMap((event) => decode({ ...columns, object: 'stored_event', event })),
  );
