import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Database, storeUnavailable } from '../sql/database.js';
import { migrations } from '../sql/migrations.js';
import { createSqliteDatabase } from './database.js';
import { retryWhileBusy } from './file-lock.js';

type Open = new (path: string) => Libsql.Database;

const setUp = (connection: Libsql.Database): Libsql.Database => {
  connection.prepare('PRAGMA journal_mode = WAL').all([]);
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  return connection;
};

/** A connection to a file that loses nothing of what it has confirmed, also when the machine dies. */
const openConnection = (Open: Open, path: string): E.Either<StoreUnavailable, Libsql.Database> =>
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

const known = `(SELECT MAX(version) FROM pasarela_schema) = ${migrations.length}`;

// An event whose first try was cut off is due at once. One that was cut off again waits for the end of its lease: it may be
// what ends the process.
const release = `
  PRAGMA locking_mode = EXCLUSIVE;
  BEGIN EXCLUSIVE;
  UPDATE pasarela_idempotency_keys SET owner = NULL WHERE owner IS NOT NULL AND ${known};
  UPDATE pasarela_events SET owner = NULL, due = 1, next_attempt_at = received_at
  WHERE owner IS NOT NULL AND attempts - COALESCE(replayed_after, 0) = 1 AND ${known};
  COMMIT`;

/**
 * Lets go of what processes that are no more had leased, if no other has the file now, and nobody gets it meanwhile. A left
 * where others have it, or where there is nothing of this version.
 */
const releaseLeases = (Open: Open, path: string): E.Either<unknown, void> =>
  pipe(
    E.tryCatch(() => new Open(path), E.toError),
    E.flatMap((connection) => {
      // By `exec` alone: libsql closes a connection only when no statement is left that was prepared on it.
      const released = E.tryCatch(() => {
        connection.exec(release);
      }, E.toError);
      connection.close();
      return released;
    }),
  );

/** A database in a file, in the words of whoever opens it. */
export const describeSqlite = (path: string): string => `file:${path}`;

// What is kept there is about customers: nobody else may read it. One that is there is not opened here: to close it would take
// away the locks that another connection of this process has on it.
const makeFile = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
  } catch (problem) {
    if (!existsSync(path)) throw problem;
    if ((await stat(path)).isDirectory()) {
      throw new Error('it is a folder: name a file in it', { cause: problem });
    }
  }
};

/**
 * Opens a database in a file, and makes the file where there is none; `:memory:` is one that nobody else sees. Several
 * processes of one machine may open the same file, on a local disk; the first of them lets go of what earlier ones had leased.
 */
export const openSqlite = (path: string): TE.TaskEither<StoreUnavailable, Database> =>
  pipe(
    TE.tryCatch(async () => {
      const { default: Libsql } = await import('libsql');
      if (path !== ':memory:') {
        await makeFile(path);
        // Where that cannot be, leases end by themselves.
        releaseLeases(Libsql, path);
      }
      return Libsql;
    }, storeUnavailable),
    TE.flatMap((Libsql) => () => retryWhileBusy(() => openConnection(Libsql, path))),
    TE.map(createSqliteDatabase),
  );
