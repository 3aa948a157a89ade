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
import { hasRoomBeside } from './disk-room.js';
import { retryWhileBusy } from './file-lock.js';

type Open = new (path: string) => Libsql.Database;

// Overwrites deleted content with zeros. Each connection that writes needs it: an update moves rows too.
const secureDelete = 'PRAGMA secure_delete = ON';

const configure = (connection: Libsql.Database): Libsql.Database => {
  connection.prepare('PRAGMA journal_mode = WAL').all([]);
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  connection.exec(secureDelete);
  return connection;
};

/** Opens a connection whose commits survive a crash of the machine. */
const openConnection = (Open: Open, path: string): E.Either<StoreUnavailable, Libsql.Database> =>
  pipe(
    E.tryCatch(() => new Open(path), storeUnavailable),
    E.flatMap((connection) =>
      pipe(
        E.tryCatch(() => configure(connection), storeUnavailable),
        E.mapLeft((failure) => {
          connection.close();
          return failure;
        }),
      ),
    ),
  );

const isThisVersion = `(SELECT MAX(version) FROM pasarela_schema) = ${migrations.length}`;

// An event whose first attempt was interrupted is due immediately. After a later attempt it waits for the end of its lease, because
// the event itself may crash the process.
const releaseSql = `
  ${secureDelete};
  PRAGMA locking_mode = EXCLUSIVE;
  BEGIN EXCLUSIVE;
  UPDATE pasarela_idempotency_keys SET owner = NULL WHERE owner IS NOT NULL AND ${isThisVersion};
  UPDATE pasarela_events SET owner = NULL, due = 1, next_attempt_at = received_at
  WHERE owner IS NOT NULL AND attempts - COALESCE(replayed_after, 0) = 1 AND ${isThisVersion};
  COMMIT`;

/**
 * Releases the leases of processes that have ended, while no other process can open the file. Fails if another process has the
 * file open, or if its schema has another version.
 */
const releaseLeases = (Open: Open, path: string): E.Either<unknown, void> =>
  pipe(
    E.tryCatch(() => new Open(path), E.toError),
    E.flatMap((connection) => {
      // Only `exec`: libsql does not close a connection that still has prepared statements.
      const released = E.tryCatch(() => {
        connection.exec(releaseSql);
      }, E.toError);
      connection.close();
      return released;
    }),
  );

/** Names a database file. */
export const describeSqlite = (path: string): string => `file:${path}`;

// Node's recursive `mkdir` never ends where the system refuses new folders as if their parent were missing, as under /proc.
const createFolder = async (path: string): Promise<void> => {
  const parent = dirname(path);
  if (existsSync(path) || parent === path) return;
  await createFolder(parent);
  await mkdir(path, { mode: 0o700 }).catch((problem: unknown) => {
    // Another process has created it meanwhile.
    if (!existsSync(path)) throw problem;
  });
};

// The file contains customer data: no other user may read it. An existing file is not opened here, because closing it would
// release the locks of other connections of this process.
const createFile = async (path: string): Promise<void> => {
  await createFolder(dirname(path));
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
  } catch (problem) {
    if (!existsSync(path)) throw problem;
    if ((await stat(path)).isDirectory()) {
      throw new Error('the path is a folder: add the name of a file', { cause: problem });
    }
  }
};

/**
 * Opens a database in a file, which it creates if it is missing; `:memory:` is a private database in memory. Several processes
 * of one machine may open the same file on a local disk. The first of them releases the leases of earlier processes.
 */
export const openSqlite = (path: string): TE.TaskEither<StoreUnavailable, Database> =>
  pipe(
    TE.tryCatch(async () => {
      const { default: Libsql } = await import('libsql');
      if (path !== ':memory:') {
        await createFile(path);
        // If that fails, the leases expire by themselves.
        releaseLeases(Libsql, path);
      }
      return Libsql;
    }, storeUnavailable),
    TE.flatMap((Libsql) => () => retryWhileBusy(() => openConnection(Libsql, path))),
    TE.map((connection) =>
      createSqliteDatabase(connection, path === ':memory:' ? {} : { hasRoom: hasRoomBeside(path) }),
    ),
  );
