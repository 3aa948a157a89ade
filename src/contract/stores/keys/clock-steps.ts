import { strict as assert } from 'node:assert';
import type { IdempotencyDoubt } from '../../../application/ports/idempotency-store.js';
import type { KeyArea } from './key-store-driver.js';

const everyKey =
  'purge stores with every key without an answer the earliest and the latest moment at which it was seen, whatever its limit';

export const clockSteps = ({ it, driver, store }: KeyArea): void => {
  const { now, leaseSeconds, day, inDoubt, inUse, firstSent } = driver;
  const { claim, claimWhole, release, purge } = driver;

  const doubtAt = async (at: number): Promise<IdempotencyDoubt | null> => {
    const claimed = await claimWhole({ owner: `at ${at}`, now: at });
    assert.ok(claimed._tag === 'Claimed');
    await release(`at ${at}`, 'in_doubt');
    return claimed.doubt;
  };

  it('a key in doubt ages from its first request', async () => {
    await claim();
    await release('first', 'in_doubt');
    assert.deepEqual(await doubtAt(now + 5), { since: now, age: 5 });
    assert.deepEqual(await doubtAt(now + 2 * day), { since: now, age: 2 * day });
  });

  it('a clock set back does not make a key younger', async () => {
    await claim();
    await release('first', 'in_doubt');
    await doubtAt(now + 2 * day);
    assert.deepEqual(await doubtAt(now + 1), { since: now, age: 2 * day });
  });

  it('a clock set to before the first request makes a key as old as the difference', async () => {
    await claim();
    await release('first', 'in_doubt');
    assert.deepEqual(await doubtAt(now - 2 * day), { since: now - 2 * day, age: 2 * day });
    assert.deepEqual(await doubtAt(now), { since: now - 2 * day, age: 2 * day });
  });

  it('a purge records the time on keys that nobody claims', everyKey, async () => {
    await claim();
    await release('first', 'in_doubt');
    await purge(0, 100, now + 3 * day);
    await purge(0, 100, now - 4 * day);
    assert.deepEqual(await doubtAt(now), { since: now - 4 * day, age: 7 * day });
  });

  it(
    'a purge records the time on all keys in doubt, also on more than it deletes',
    everyKey,
    async () => {
      for (const key of ['a', 'b', 'c', 'd', 'order 42']) {
        await claim({ key });
        await store().release({ scope: 'shop', key, owner: 'first' }, 'in_doubt')();
      }
      for (const at of [now + 3 * day, now - 4 * day]) await purge(0, 2, at);
      for (const key of ['a', 'd', 'order 42']) {
        const claimed = await claimWhole({ key, owner: 'second' });
        assert.ok(claimed._tag === 'Claimed');
        assert.deepEqual(claimed.doubt, { since: now - 4 * day, age: 7 * day });
      }
    },
  );

  it(
    'no lease lasts longer than a day after a step back',
    'a lease that ends more than a day from now was made by a clock that was ahead, and does not count',
    async () => {
      await claim({ now: now + 9 * day });
      assert.deepEqual(await claim({ owner: 'second' }), inDoubt);
      assert.deepEqual(await claim({ owner: 'third' }), inUse(now + leaseSeconds));
    },
  );

  it('a step does not change the first request of a key', async () => {
    await claim();
    await release('first', 'in_doubt');
    const other = { operation: 'other', derivedKey: 'other', settings: 'other' };
    const claimed = await claimWhole({ owner: 'second', now: now + 9 * day, firstSent: other });
    assert.ok(claimed._tag === 'Claimed');
    assert.deepEqual(claimed.firstSent, firstSent);
  });
};
