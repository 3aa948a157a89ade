import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const leasing = ({ it, driver, store, openAnother }: KeyArea): void => {
  const {
    now,
    leaseSeconds,
    day,
    inDoubt,
    answered,
    inUse,
    claim,
    claimAt,
    answer,
    extend,
    release,
  } = driver;

  it('holds until its last second', async () => {
    await claim();
    const at = now + leaseSeconds - 1;
    assert.deepEqual(await claim({ owner: 'second', now: at }), inUse(now + leaseSeconds));
  });

  it('is taken over once it has expired, and the key is in doubt', async () => {
    await claim();
    const at = now + leaseSeconds;
    assert.deepEqual(await claim({ owner: 'second', now: at }), inDoubt);
    assert.deepEqual(await claim({ owner: 'third', now: at }), inUse(at + leaseSeconds));
  });

  it('is lost once taken over: the former owner changes nothing', async () => {
    await claim();
    await claim({ owner: 'second', now: now + leaseSeconds });
    assert.equal(await answer('first', 'late'), false);
    assert.equal(await release('first', 'in_doubt'), false);
    assert.equal(await release('first', 'forget'), false);
    assert.equal(await answer('second', 'text'), true);
    assert.deepEqual(await claim({ owner: 'third', now: now + leaseSeconds }), answered('text'));
  });

  it('holds until its new end when extended', async () => {
    await claim();
    const until = now + 2 * leaseSeconds;
    assert.equal(await extend('first', until), true);
    const at = now + leaseSeconds;
    assert.deepEqual(await claim({ owner: 'second', now: at }), inUse(until));
    assert.deepEqual(await claim({ owner: 'second', now: until }), inDoubt);
  });

  it('is extended only by its current owner', async () => {
    assert.equal(await extend('first', now + day), false);
    await claim();
    assert.equal(await extend('second', now + day), false);
    assert.deepEqual(await claim({ owner: 'second' }), inUse(now + leaseSeconds));
    await answer('first', 'text');
    assert.equal(await extend('first', now + day), false);
    assert.deepEqual(await claim({ owner: 'second' }), answered('text'));
  });

  it('goes to exactly one of many concurrent callers once it has expired', async () => {
    await claim();
    const another = await openAnother(store());
    const owners = Array.from({ length: 20 }, (_, number) => `owner ${number}`);
    const claims = await Promise.all(
      owners.map((owner, number) =>
        claimAt(number % 2 === 0 ? store() : another, { owner, now: now + leaseSeconds }),
      ),
    );
    assert.deepEqual(
      claims.filter(({ _tag }) => _tag === 'Claimed'),
      [inDoubt],
    );
  });
};
