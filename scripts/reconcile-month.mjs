// Reconciles a generated month with planted discrepancies, and compares the findings with them. A third argument, sqlite or postgres,
// stores the events and keys of the month in such a database first. Needs npm run check:types first.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byCallersClock } from '../build/src/adapters/outbound/postgres/database.js';
import { openPostgres } from '../build/src/adapters/outbound/postgres/open-postgres.js';
import { migrateSchema } from '../build/src/adapters/outbound/sql/migrate.js';
import { openSqlite } from '../build/src/adapters/outbound/sqlite/open-sqlite.js';
import { silentLogger } from '../build/src/application/ports/logger.js';
import { valueOf } from '../build/src/contract/stores/store-assertions.js';
import { createMonth, plantedKinds } from '../build/test/support/reconciliation/month.js';
import { reconcileMonth } from '../build/test/support/reconciliation/reconcile-month.js';
import { reconcileStoredMonth } from '../build/test/support/reconciliation/store-month.js';
import { startPostgres } from '../build/test/support/stores/postgres/start-postgres.js';

const [payments = 10_000, each = 20] = process.argv.slice(2, 4).map(Number);
const store = process.argv.at(4);
let server;
const openDatabase = async (kind) => {
  server = kind === 'postgres' ? await startPostgres() : undefined;
  const opened =
    server === undefined ? openSqlite(join(folder, 'store.db')) : openPostgres(server.url);
  const database =
    server === undefined ? await valueOf(opened) : byCallersClock(await valueOf(opened));
  await valueOf(migrateSchema(database, silentLogger));
  return database;
};
const folder = mkdtempSync(join(tmpdir(), 'pasarela-month-'));
try {
  const month = createMonth(payments, each);
  const path = join(folder, 'ledger.sqlite');
  const start = performance.now();
  const found =
    store === undefined
      ? (await reconcileMonth(month, path)).found
      : await reconcileStoredMonth(month, await openDatabase(store), path);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const expected = new Set(month.planted);
  const wrong = found.filter((id) => !expected.has(id));
  const missed = month.planted.filter((id) => !found.includes(id));
  console.log(
    `${payments} payments, ${each} discrepancies of each of ${plantedKinds.length} kinds${store === undefined ? '' : `, stored in ${store}`}: ${found.length} findings, ${missed.length} missed, ${wrong.length} wrong; ${month.reads()} pages in ${seconds} s, ${(statSync(path).size / 1e6).toFixed(1)} MB on disk, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB of memory with the generated month`,
  );
  for (const id of [...wrong, ...missed].slice(0, 20)) console.log(id);
  if (wrong.length + missed.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
  await server?.end();
}
process.exit();
