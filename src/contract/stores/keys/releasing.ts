import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const releasing = ({ it, driver }: KeyArea): void => {
  const { now, leaseSeconds, fresh, inDoubt, inUse, claim, answer, release } = driver;

  it('in doubt gives the key to the next caller immediately, in doubt each time', async () => {
    await claim();
    assert.equal(await release('first', 'in_doubt'), true);
    assert.deepEqual(await claim({ owner: 'second' }), inDoubt);
    assert.equal(await release('second', 'in_doubt'), true);
    assert.deepEqual(await claim({ owner: 'third' }), inDoubt);
  });

  it('that forgets makes the key new again', async () => {
    await claim();
    await release('first', 'in_doubt');
    await claim({ owner: 'second' });
    assert.equal(await release('second', 'forget'), true);
    assert.deepEqual(await claim({ owner: 'third', fingerprint: 'another' }), fresh);
  });

  it('by another caller, or a second time, changes nothing', async () => {
    await claim();
    assert.equal(await release('second', 'forget'), false);
    assert.deepEqual(await claim({ owner: 'third' }), inUse(now + leaseSeconds));
    await release('first', 'in_doubt');
    assert.equal(await release('first', 'forget'), false);
    assert.equal(await answer('first', 'late'), false);
    assert.deepEqual(await claim({ owner: 'third' }), inDoubt);
  });
};
