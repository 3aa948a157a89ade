import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const claimingKeys = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { now, leaseSeconds, fresh, inUse, claim, claimAt } = driver;

  it('gives a new key, not in doubt', async () => {
    assert.deepEqual(await claim(), fresh);
  });

  it('answers InUse for a key in use, with the end of its lease', async () => {
    await claim();
    assert.deepEqual(await claim({ owner: 'second', now: now + 1 }), inUse(now + leaseSeconds));
  });

  it('answers InUse to the owner itself too', async () => {
    await claim();
    assert.deepEqual(await claim(), inUse(now + leaseSeconds));
  });

  it('gives a key to exactly one of many concurrent callers, across instances', async () => {
    const another = await openAnother(store());
    const owners = Array.from({ length: 40 }, (_, number) => `owner ${number}`);
    const claims = await Promise.all(
      owners.map((owner, number) => claimAt(number % 2 === 0 ? store() : another, { owner })),
    );
    const got = claims.filter(({ _tag }) => _tag === 'Claimed');
    assert.deepEqual(got, [fresh]);
    const others = claims.filter(({ _tag }) => _tag !== 'Claimed');
    assert.deepEqual(
      others,
      others.map(() => inUse(now + leaseSeconds)),
    );
    assert.equal(others.length, 39);
  });

  it('keeps the keys of different scopes apart', async () => {
    await claim();
    assert.deepEqual(await claim({ scope: 'another shop', fingerprint: 'b' }), fresh);
  });

  it('keeps different keys of one scope apart', async () => {
    await claim();
    assert.deepEqual(await claim({ key: 'order 43', fingerprint: 'b' }), fresh);
  });

  it('does not confuse a scope and a key with another pair of the same text', async () => {
    await claim({ scope: 'a', key: 'b:c' });
    assert.deepEqual(await claim({ scope: 'a:b', key: 'c' }), fresh);
  });

  const keys: ReadonlyArray<readonly [string, string]> = [
    ['of 255 characters', 'k'.repeat(255)],
    ['with quotes, a percent sign and a backslash', `o'Hara "%_\\`],
    ['of one space', ' '],
  ];
  for (const [title, key] of keys) {
    it(`accepts a key ${title}`, async () => {
      assert.deepEqual(await claim({ key }), fresh);
      assert.deepEqual(await claim({ key, owner: 'second' }), inUse(now + leaseSeconds));
      assert.deepEqual(await claim({ key: `${key}x` }), fresh);
    });
  }

  it('keeps keys apart that differ only in case', async () => {
    await claim({ key: 'Order' });
    assert.deepEqual(await claim({ key: 'order' }), fresh);
  });
};
