import { existsSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { checkWritable } from '../../adapters/outbound/sql/check-writable.js';
import type { Database } from '../../adapters/outbound/sql/database.js';
import { schemaVersion } from '../../adapters/outbound/sql/migrate.js';
import { describeCause } from '../../application/describe-cause.js';
import { describeStore, type StoreConfig } from '../config/store.js';
import { settlesWithin } from '../settles-within.js';
import { folderProblem, openDatabase } from '../stores.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, error } = findingsOf('store');

// The code of PostgreSQL.
const noRight = '42501';

// In milliseconds.
const patience = 10_000;

const unreachable = (name: string, cause: unknown): Finding =>
  error(
    `${name} cannot be opened: ${describeCause(cause)}`,
    'check DATABASE_URL, the rights on it, and that the database runs',
  );

const checkDatabase = async (database: Database, name: string): Promise<Finding> => {
  // Only the first query connects to PostgreSQL.
  const reached = await database.query('SELECT 1', [])();
  if (E.isLeft(reached)) return unreachable(name, reached.left.cause);
  const schema = await schemaVersion(database)();
  if (E.isLeft(schema)) {
    const { cause } = schema.left;
    if (cause instanceof Error && 'code' in cause && cause.code === noRight) {
      return error(
        `${name} cannot be read: ${describeCause(cause)}`,
        'give its user the rights to use the schema and its tables',
      );
    }
    return warning(
      `${name} is reachable and has no schema yet`,
      'run pasarela migrate, or start the service: it does that too',
    );
  }
  const { found, known, serves } = schema.right;
  if (!serves) {
    return error(
      `the schema of ${name} has version ${found}, and this program knows up to ${known}`,
      'start the newer version of Pasarela that migrated it',
    );
  }
  if (found < known) {
    return warning(
      `the schema of ${name} has version ${found} of ${known}`,
      'run pasarela migrate, or start the service: it does that too',
    );
  }
  const written = await checkWritable(database)();
  return E.isLeft(written)
    ? error(
        `${name} cannot be written to: ${describeCause(written.left.cause)}`,
        'give its user the right to write, and make room on its disk',
      )
    : ok(`${name} is reachable and can be written to; its schema has version ${found}`);
};

/**
 * Whether the store can be reached, has the schema of this program, and can be written to. Creates and changes nothing.
 * `mustLast`: the processor remembers payments longer than this process runs.
 */
export const checkStore = async (
  store: StoreConfig,
  { mustLast } = { mustLast: false },
): Promise<Finding> => {
  if (store.kind === 'memory') {
    return mustLast
      ? warning(
          'in memory: received events and idempotency keys are lost at a restart',
          'set DATABASE_URL to file:<path> or postgres://... to keep them',
        )
      : ok('in memory: it is empty at every start');
  }
  const name = describeStore(store);
  const problem = store.kind === 'file' ? folderProblem(store) : undefined;
  if (problem !== undefined) return error(problem);
  if (store.kind === 'file' && !existsSync(store.path)) {
    return warning(`${name} does not exist yet`, 'run pasarela migrate, or start the service');
  }
  const opened = await openDatabase(store)();
  if (E.isLeft(opened)) return unreachable(name, opened.left.cause);
  const checked = checkDatabase(opened.right, name);
  const inTime = await settlesWithin(checked, patience);
  await settlesWithin(opened.right.close(), patience);
  return inTime ? checked : unreachable(name, 'no response');
};
