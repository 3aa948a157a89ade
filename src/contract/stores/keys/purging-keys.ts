import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-area.js';

export const purgingKeys = ({ it, desk }: KeyArea): void => {
  const { now, leaseSeconds, fresh, inUse, claim, purge } = desk;

  const fill = async (): Promise<void> => {
    for (const number of [0, 1, 2, 3, 4]) {
      await claim({ key: `key ${number}`, now: now + number });
    }
  };

  it('drops what came first before a moment, and nothing else', async () => {
    await fill();
    assert.equal(await purge(now + 3, 100), 3);
    assert.deepEqual(await claim({ key: 'key 2', owner: 'second', now: now + 5 }), fresh);
    assert.deepEqual(
      await claim({ key: 'key 3', owner: 'second', now: now + 5 }),
      inUse(now + 3 + leaseSeconds),
    );
  });

  it('drops no more than it is asked to', async () => {
    await fill();
    assert.equal(await purge(now + 100, 2), 2);
    assert.equal(await purge(now + 100, 2), 2);
    assert.equal(await purge(now + 100, 2), 1);
    assert.equal(await purge(now + 100, 2), 0);
  });
};
