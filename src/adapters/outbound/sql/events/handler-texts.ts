import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { HandlerTry } from '../../../../domain/stored-event.js';
import { storableText } from '../storable-text.js';
import { storeUnavailable } from '../store-unavailable.js';

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
