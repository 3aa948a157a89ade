import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type Libsql from 'libsql';
import { migrations } from '../sql/migrations.js';

type Open = new (path: string) => Libsql.Database;

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
export const releaseLeases = (Open: Open, path: string): E.Either<unknown, void> =>
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
