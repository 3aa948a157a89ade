import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Query } from '../database.js';
import { decodeRow } from '../decode-row.js';

const decode = decodeRow(t.type({ seq: t.number }, 'EventSequence'));

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
            decode(row),
            E.map(({ seq }) => O.some(seq)),
          ),
    ),
  );
