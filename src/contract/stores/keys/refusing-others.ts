import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const refusingOthers = ({ it, driver }: KeyArea): void => {
  const { now, leaseSeconds, otherRequest, claim, answer, release } = driver;

  const other = { owner: 'second', fingerprint: 'another fingerprint' };

  it('is refused while the first is in use', async () => {
    await claim();
    assert.deepEqual(await claim(other), otherRequest);
  });

  it('is refused when the first is answered', async () => {
    await claim();
    await answer('first', 'text');
    assert.deepEqual(await claim(other), otherRequest);
  });

  it('is refused when the first was released, and when its lease has expired', async () => {
    await claim();
    assert.deepEqual(await claim({ ...other, now: now + leaseSeconds }), otherRequest);
    await release('first', 'in_doubt');
    assert.deepEqual(await claim(other), otherRequest);
  });

  it('changes nothing for the first', async () => {
    await claim();
    await claim(other);
    assert.equal(await answer('second', 'text'), false);
    assert.equal(await answer('first', 'text'), true);
  });
};
