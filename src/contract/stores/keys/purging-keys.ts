import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const purgingKeys = ({ it, driver, store }: KeyArea): void => {
  const { now, leaseSeconds, day, fresh, inDoubt, answered, inUse, under, claim, purge } = driver;

  const fill = async (): Promise<void> => {
    for (const number of [0, 1, 2, 3, 4]) {
      const key = `key ${number}`;
      await claim({ key, now: now + number });
      await store().answer(
        { scope: 'shop', key, owner: 'first' },
        { text: key, fingerprint: under('s1', 'a fingerprint'), at: now + number },
      )();
    }
  };

  it('deletes only keys that were answered before a moment', async () => {
    await fill();
    assert.equal(await purge(now + 3, 100), 3);
    assert.deepEqual(await claim({ key: 'key 2', owner: 'second', now: now + 5 }), fresh);
    assert.deepEqual(await claim({ key: 'key 3', owner: 'second' }), answered('key 3'));
  });

  it('deletes answers in the order in which they end', async () => {
    await claim();
    await driver.answer('first', 'kept longer', { keptFor: 30 * day });
    await fill();
    assert.equal(await purge(now + 100, 100), 5);
    assert.deepEqual(await claim({ owner: 'second' }), answered('kept longer'));
    assert.equal(await purge(now + 29 * day, 100), 0);
    assert.equal(await purge(now + 29 * day + 1, 100), 1);
    assert.deepEqual(await claim({ owner: 'second' }), fresh);
  });

  it('deletes at most limit keys', async () => {
    await fill();
    assert.equal(await purge(now + 100, 2), 2);
    assert.equal(await purge(now + 100, 2), 2);
    assert.equal(await purge(now + 100, 2), 1);
    assert.equal(await purge(now + 100, 2), 0);
  });

  it('never deletes a key without an answer', async () => {
    await claim();
    await claim({ key: 'released' });
    await store().release({ scope: 'shop', key: 'released', owner: 'first' }, 'in_doubt')();
    assert.equal(await purge(now + 100 * day, 100), 0);
    assert.deepEqual(await claim({ owner: 'second' }), inUse(now + leaseSeconds));
    assert.deepEqual(await claim({ key: 'released', owner: 'second' }), inDoubt);
  });
};
