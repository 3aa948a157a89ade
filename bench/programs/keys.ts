import { readFileSync } from 'node:fs';
import * as t from 'io-ts';
import { Client } from 'pg';
import { createPayments } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { openStore } from '../harness/open-store.js';
import { runAsChild } from '../harness/run-as-child.js';
import { ratePerSecond } from '../harness/timing.js';
import { countWalCommits } from '../harness/wal-commits.js';

const secret = ['bench', 'secret', '0123456789'].join('-');

/** Counts the transactions so far that wrote something. */
const countCommits = async (store: string): Promise<number> => {
  if (store === 'memory:') return 0;
  if (store.startsWith('file:')) {
    return countWalCommits(readFileSync(`${store.slice('file:'.length)}-wal`));
  }
  // Each transaction that writes gets the next number, and no other does.
  const client = new Client({ connectionString: store });
  await client.connect();
  const { rows } = await client.query<{ readonly next: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
  );
  await client.end();
  return Number(rows[0]?.next);
};

// Creates customers with and without an idempotency key.
await runAsChild(t.type({ store: t.string }), async ({ store }) => {
  const { idempotencyStore } = await openStore(store);
  const payments = createPayments({
    processor: createMemoryProcessor({ seed: 'bench' }),
    idempotency: { store: idempotencyStore, secret },
  });
  let made = 0;

  const customer = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
  const createKeyed = () => {
    made += 1;
    return payments.withIdempotencyKey(`customer-${made}`).createCustomer(customer);
  };

  return {
    rounds: {
      keyed: async (count) => ({ perSecond: await ratePerSecond(count, 16, createKeyed) }),
      unkeyed: async (count) => ({
        perSecond: await ratePerSecond(count, 16, () => payments.createCustomer(customer)),
      }),
      commits: async (count) => {
        const before = await countCommits(store);
        for (let n = 0; n < count; n += 1) await createKeyed();
        return { each: ((await countCommits(store)) - before) / count };
      },
    },
  };
});
