import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { storeUnavailable } from '../sql/store-unavailable.js';

type Open = new (path: string) => Libsql.Database;

const setUp = (connection: Libsql.Database): Libsql.Database => {
  connection.prepare('PRAGMA journal_mode = WAL').all([]);
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  return connection;
};

/** A connection to a file that loses nothing of what it has confirmed, also when the machine dies. */
export const connect = (Open: Open, path: string): E.Either<StoreUnavailable, Libsql.Database> =>
  pipe(
    E.tryCatch(() => new Open(path), storeUnavailable),
    E.flatMap((connection) =>
      pipe(
        E.tryCatch(() => setUp(connection), storeUnavailable),
        E.mapLeft((failure) => {
          connection.close();
          return failure;
        }),
      ),
    ),
  );
