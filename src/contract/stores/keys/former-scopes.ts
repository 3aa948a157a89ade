import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const formerScopes = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { now, leaseSeconds, fresh, inDoubt, otherRequest, answered, inUse } = driver;
  const { claim, claimAt, claimWhole, answer, release, firstSent } = driver;

  const renamed = { owner: 'second', scope: 'store', formerScopes: ['till', 'shop', 'open'] };
  const another = { fingerprint: 'another fingerprint' };

  it('finds a request under a former scope: in use, in doubt and answered', async () => {
    await claim();
    assert.deepEqual(await claim(renamed), inUse(now + leaseSeconds));
    await release('first', 'in_doubt');
    assert.deepEqual(await claim(renamed), inDoubt);
    assert.equal(await answer('second', 'text', { scope: 'shop' }), true);
    assert.deepEqual(await claim({ ...renamed, owner: 'third' }), answered('text'));
    assert.deepEqual(await claim({ owner: 'third' }), answered('text'));
  });

  it('returns the scope and the first request of a key in doubt', async () => {
    await claim({ firstSent: { ...firstSent, derivedKey: 'of the first' } });
    await release('first', 'in_doubt');
    const claimed = await claimWhole(renamed);
    assert.ok(claimed._tag === 'Claimed');
    assert.equal(claimed.scope, 'shop');
    assert.equal(claimed.firstSent?.derivedKey, 'of the first');
  });

  it('keeps a new key under the current scope', async () => {
    const claimed = await claimWhole(renamed);
    assert.ok(claimed._tag === 'Claimed');
    assert.equal(claimed.scope, 'store');
    assert.deepEqual(await claim({ owner: 'first' }), fresh);
  });

  it('ignores other requests under former scopes', async () => {
    await claim({ scope: 'open', ...another });
    await claim({ scope: 'till', ...another, owner: 'till' });
    await answer('till', 'theirs', {
      scope: 'till',
      fingerprint: driver.under('s1', 'another fingerprint'),
    });
    assert.deepEqual(await claim(renamed), fresh);
    assert.equal(await answer('second', 'own', { scope: 'store' }), true);
    assert.deepEqual(await claim({ ...renamed, owner: 'third' }), answered('own'));
  });

  it('takes one request for a key under the current scope', async () => {
    await claim(renamed);
    assert.deepEqual(await claim({ ...renamed, ...another, owner: 'third' }), otherRequest);
  });

  it("gives a key once, even when instances take each other's scope as the former one", async () => {
    const other = await openAnother(store());
    for (let round = 0; round < 20; round += 1) {
      const key = `order ${round}`;
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          number % 2 === 0
            ? claimAt(store(), { key, owner: `${number}`, scope: 'a', formerScopes: ['b'] })
            : claimAt(other, { key, owner: `${number}`, scope: 'b', formerScopes: ['a'] }),
        ),
      );
      assert.equal(claims.filter(({ _tag }) => _tag === 'Claimed').length, 1);
      assert.equal(claims.filter(({ _tag }) => _tag === 'InUse').length, 7);
    }
  });
};
