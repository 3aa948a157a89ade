import * as t from 'io-ts';
import { openPostgres } from '../../src/adapters/outbound/postgres/open-postgres.js';
import type { Database } from '../../src/adapters/outbound/sql/database.js';
import { createSqlIdempotencyStore } from '../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../src/adapters/outbound/sql/migrate.js';
import { openSqlite } from '../../src/adapters/outbound/sqlite/open-sqlite.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { createPayments } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { run } from '../harness/must-succeed.js';
import { runAsChild } from '../harness/run-as-child.js';

const secret = ['bench', 'secret', '0123456789'].join('-');
const copiesAtOnce = 10_000;

const onSqlite = {
  open: (location: string) => openSqlite(location.slice('file:'.length)),
  numbers: `(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
    SELECT n FROM numbers) AS numbers`,
  random: 'lower(hex(randomblob(32)))',
  size: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
};

const onPostgres: typeof onSqlite = {
  open: openPostgres,
  numbers: 'generate_series(1, CAST($1 AS INTEGER)) AS numbers (n)',
  random: 'md5(random()::text) || md5(random()::text)',
  size: "SELECT pg_total_relation_size('pasarela_idempotency_keys') AS bytes",
};

// Fills a store with keyed payments, and forgets them. The first is made and paid; the others are copies of its row, with keys and
// times of their own.
await runAsChild(t.type({ store: t.string }), async ({ store: location }) => {
  const { open, numbers, random, size } = location.startsWith('file:') ? onSqlite : onPostgres;
  const database = await run<unknown, Database>(open(location));
  await run<unknown, unknown>(migrateSchema(database, silentLogger));
  const { query } = database;
  const store = createSqlIdempotencyStore(database);
  const processor = createMemoryProcessor({ seed: 'bench' });
  const stores = { idempotencyStore: store };
  const payments = createPayments({ processor, stores, idempotencySecret: secret });
  const { id } = await payments.createCustomer({
    email: 'ana@example.com',
    name: 'Ana',
    phone: '+34600',
  });
  const paid = { customer: id, amount: '19.99', payment_method: 'pm_card_visa', confirm: true };
  await payments.withIdempotencyKey('payment-1').createPaymentIntent(paid);

  const [first = {}] = await run(query('SELECT * FROM pasarela_idempotency_keys'));
  const columns = Object.keys(first);
  const ofCopy: Readonly<Record<string, string>> = {
    key: random,
    derived_key: random,
    created_at: 'created_at + n + $2',
    answered_at: 'answered_at + n + $2',
  };
  const copy = `INSERT INTO pasarela_idempotency_keys (${columns.join(', ')})
    SELECT ${columns.map((column) => ofCopy[column] ?? column).join(', ')}
    FROM ${numbers}, (SELECT * FROM pasarela_idempotency_keys WHERE key = 'payment-1') AS payment`;
  let made = 1;

  const forget = async (limit: number): Promise<number> => {
    const answeredBefore = Number.MAX_SAFE_INTEGER;
    return run(store.purge({ answeredBefore, now: Math.floor(Date.now() / 1000), limit }));
  };

  return {
    rounds: {
      fill: async (total) => {
        while (made < total) {
          const more = Math.min(copiesAtOnce, total - made);
          await run(query(copy, [more, made]));
          made += more;
        }
        return { made };
      },
      bytes: async () => {
        const [row] = await run(query(size));
        return { each: Number(row?.['bytes']) / made };
      },
      // As the maintenance of a service does it.
      forget: async (count) => {
        const begun = performance.now();
        for (let gone = 0; gone < count; ) {
          const forgotten = await forget(Math.min(100, count - gone));
          if (forgotten === 0) throw new Error('there are no keys to forget');
          gone += forgotten;
        }
        made -= count;
        return { ms: performance.now() - begun };
      },
    },
  };
});
