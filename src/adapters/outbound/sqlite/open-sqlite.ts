import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import { connect } from './connect.js';
import { createSqliteDatabase } from './create-sqlite-database.js';
import { releaseLeases } from './release-leases.js';
import { whenFree } from './when-free.js';

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
    TE.flatMap((Libsql) => () => whenFree(() => connect(Libsql, path))),
    TE.map(createSqliteDatabase),
  );
