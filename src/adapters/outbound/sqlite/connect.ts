import * as E from 'fp-ts/lib/Either.js';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { storeUnavailable } from '../sql/store-unavailable.js';

type Open = new (path: string) => Libsql.Database;

/** A connection to a file that loses nothing of what it has confirmed, also when the machine dies. */
export const connect = (Open: Open, path: string): E.Either<StoreUnavailable, Libsql.Database> =>
  E.tryCatch(() => {
    const connection = new Open(path);
    connection.prepare('PRAGMA journal_mode = WAL').all([]);
    connection.exec('PRAGMA synchronous = FULL');
    connection.exec('PRAGMA foreign_keys = ON');
    return connection;
  }, storeUnavailable);
