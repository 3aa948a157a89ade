import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPayments, type PaymentsOptions, signWebhook } from '../src/index.js';
import { createMemoryProcessor } from '../src/memory.js';
import { openPostgresStores } from '../src/postgres.js';
import { openSqliteStores } from '../src/sqlite.js';

// Compares the persistent stores with those in memory: events received, events handled, and customers created with an
// idempotency key. PostgreSQL where BENCH_DATABASE_URL names an empty database.
// npx tsc && node build/bench/stores.js

const count = 4000;
const callers = 32;
const secret = ['whsec', 'bench0123456789'].join('_');

type Stores = Pick<PaymentsOptions, 'eventStore' | 'idempotency'>;
type Rates = Readonly<Record<'received' | 'handled' | 'keyed', number>>;

/** Runs a function for each number up to the count, with several callers in parallel. Returns the runs per second. */
const rate = async (act: (n: number) => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const call = async (): Promise<void> => {
    for (const n of numbers) await act(n);
  };
  await Promise.all(Array.from({ length: callers }, call));
  return count / ((performance.now() - begun) / 1000);
};

const measure = async (stores: Stores): Promise<Rates> => {
  const payments = createPayments({
    processor: createMemoryProcessor({ seed: 'bench' }),
    webhookSecrets: [secret],
    ...stores,
  });
  const handled = { count: 0, all: (): void => undefined };
  payments.on('*', () => {
    handled.count += 1;
    if (handled.count === count) handled.all();
  });
  const created = Math.floor(Date.now() / 1000);
  const received = await rate((n) => {
    const event = {
      id: `evt_${n}`,
      object: 'event',
      type: 'charge.succeeded',
      created,
      livemode: false,
      data: {
        object: { id: `ch_${n}`, object: 'charge', amount: 1999, status: 'succeeded', paid: true },
      },
    };
    const payload = JSON.stringify(event);
    return payments.receiveWebhook({ payload, signature: signWebhook(payload, created, secret) });
  });
  const begun = performance.now();
  const all = new Promise<void>((resolve) => {
    handled.all = resolve;
  });
  payments.start();
  await all;
  const seconds = (performance.now() - begun) / 1000;
  await payments.stop();
  const keyed = await rate((n) =>
    payments
      .withIdempotencyKey(`customer-${n}`)
      .createCustomer({ email: `${n}@example.com`, name: 'Ada', phone: '+34600000000' }),
  );
  return { received, handled: count / seconds, keyed };
};

const folder = await mkdtemp(join(tmpdir(), 'pasarela-bench-'));
const url = process.env['BENCH_DATABASE_URL'];
const inMemory = await measure({});
const durable = [
  { name: 'SQLite', ...(await openSqliteStores({ path: join(folder, 'bench.db') })) },
  ...(url === undefined ? [] : [{ name: 'PostgreSQL', ...(await openPostgresStores({ url })) }]),
];
const show = (name: string, rates: Rates): void => {
  const told = (['received', 'handled', 'keyed'] as const).map((what) => {
    const times = (inMemory[what] / rates[what]).toFixed(1);
    return `${what} ${Math.round(rates[what])} a second (1 / ${times})`;
  });
  process.stdout.write(`${name}: ${told.join(', ')}\n`);
};
show('memory', inMemory);
for (const { name, eventStore, idempotencyStore, close } of durable) {
  show(name, await measure({ eventStore, idempotency: { store: idempotencyStore, secret } }));
  await close();
}
await rm(folder, { recursive: true });
