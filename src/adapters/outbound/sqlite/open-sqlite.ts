import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import { connect } from './connect.js';
import { createSqliteDatabase } from './create-sqlite-database.js';
import { whenFree } from './when-free.js';

/**
 * Opens a database in a file, and makes the file where there is none; `:memory:` is one that nobody else sees. Several
 * processes of one machine may open the same file, on a local disk.
 */
export const openSqlite = (path: string): TE.TaskEither<StoreUnavailable, Database> =>
  pipe(
    TE.tryCatch(async () => {
      // What is kept there is about customers.
      if (path !== ':memory:') await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return import('libsql');
    }, storeUnavailable),
    TE.chain(
      ({ default: Libsql }) =>
        () =>
          whenFree(() => connect(Libsql, path)),
    ),
    TE.map(createSqliteDatabase),
  );
