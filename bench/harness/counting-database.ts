import { openPostgres } from '../../src/adapters/outbound/postgres/open-postgres.js';
import type {
  Change,
  Database,
  Query,
  Transaction,
} from '../../src/adapters/outbound/sql/database.js';
import { createSqlIdempotencyStore } from '../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../src/adapters/outbound/sql/migrate.js';
import { openSqlite } from '../../src/adapters/outbound/sqlite/open-sqlite.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { run } from './must-succeed.js';

/** The database, with a count of the transactions that waited for the disk. */
const counting = (database: Database) => {
  let waits = 0;
  const counted = <A>(task: A): A => {
    waits += 1;
    return task;
  };
  const query: Query = (sql, values) => {
    const task = database.query(sql, values);
    return /^\s*SELECT\b/iu.test(sql) ? task : counted(task);
  };
  const transaction: Transaction = (work) => counted(database.transaction(work));
  const sharing: Database['sharing'] = (lock) => (work) => counted(database.sharing(lock)(work));
  const change: Change = (...statement) => counted(database.change(...statement));
  const watched: Database = { ...database, query, change, transaction, sharing };
  return { watched, waits: () => waits };
};

/** A store of idempotency keys at `file:<path>` or `postgres://...`, with a count of its waits for the disk. */
export const openCountedKeys = async (location: string) => {
  const database = await run<unknown, Database>(
    location.startsWith('file:')
      ? openSqlite(location.slice('file:'.length))
      : openPostgres(location),
  );
  await run<unknown, unknown>(migrateSchema(database, silentLogger));
  const { watched, waits } = counting(database);
  return { store: createSqlIdempotencyStore(watched), waits };
};
