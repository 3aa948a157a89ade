import * as t from 'io-ts';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createPayments } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { timeCommits } from '../harness/commit-blocks.js';
import { openCountedKeys } from '../harness/counting-database.js';
import { runAsChild } from '../harness/run-as-child.js';
import { ratePerSecond } from '../harness/timing.js';

const secret = ['bench', 'secret', '0123456789'].join('-');

/** The store of keys, with the number of times that it waited for the disk. */
const openKeys = async (location: string) => {
  if (location !== 'memory:') return openCountedKeys(location);
  return { store: createMemoryIdempotencyStore(), waits: () => 0 };
};

// Creates customers with and without an idempotency key.
await runAsChild(t.type({ store: t.string }), async ({ store }) => {
  const longestCommit = timeCommits();
  const keys = await openKeys(store);
  const payments = createPayments({
    processor: createMemoryProcessor({ seed: 'bench' }),
    stores: { idempotencyStore: keys.store },
    idempotencySecret: secret,
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
        await ratePerSecond(count, 64, createKeyed);
        return { longest: longestCommit() };
      },
      waits: async (count) => {
        const before = keys.waits();
        for (let n = 0; n < count; n += 1) await createKeyed();
        return { each: (keys.waits() - before) / count };
      },
    },
  };
});
