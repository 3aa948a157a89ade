import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

const onlyComparable =
  'a key under a former scope may be that of another caller, so only a request whose fingerprint was compared gets it';

export const unknownSecrets = ({ it, driver, store }: KeyArea): void => {
  const { now, leaseSeconds, fresh, inDoubt, answered, otherRequest, inUse, secretUnknown } =
    driver;
  const { under, claim, claimWhole, answer, release, unsettled } = driver;

  const both = [under('s2', 'the same under s2'), under('s1', 'a fingerprint')] as const;
  const other = [under('s2', 'another under s2'), under('s1', 'another fingerprint')] as const;
  const onlyNew = [under('s2', 'the same under s2')] as const;

  it('finds a request by its fingerprint under any known secret', async () => {
    await claim();
    assert.deepEqual(await claim({ owner: 'second', fingerprints: both }), inUse(now + 60));
    await answer('first', 'text');
    assert.deepEqual(await claim({ owner: 'second', fingerprints: both }), answered('text'));
    assert.deepEqual(await claim({ owner: 'second', fingerprints: other }), otherRequest);
  });

  it(
    'stores the fingerprint under the first secret when a request runs again',
    'a claim that takes over a key of the same request replaces its fingerprint by the first one of the request',
    async () => {
      await claim();
      await release('first', 'in_doubt');
      assert.deepEqual(await claim({ owner: 'second', fingerprints: both }), inDoubt);
      await release('second', 'in_doubt');
      assert.deepEqual(await claim({ owner: 'third', fingerprints: onlyNew }), inDoubt);
      assert.deepEqual(
        (await unsettled()).map(({ secret }) => secret),
        ['s2'],
      );
    },
  );

  it('answers SecretUnknown for an answer under an unknown secret', async () => {
    await claim();
    await answer('first', 'text');
    assert.deepEqual(await claim({ owner: 'second', fingerprints: onlyNew }), secretUnknown);
    assert.deepEqual(await claim({ owner: 'second' }), answered('text'));
  });

  it(
    'gives a key in doubt under an unknown secret, and keeps its fingerprint until it is answered',
    'a claim replaces the stored fingerprint only by one that was compared, an answer always',
    async () => {
      await claim();
      await release('first', 'in_doubt');
      const unknown = { fingerprints: [under('s2', 'perhaps another')] as const };
      assert.deepEqual(await claim({ ...unknown, owner: 'second' }), inDoubt);
      await release('second', 'in_doubt');
      assert.deepEqual(
        await claim({ owner: 'third' }),
        inDoubt,
        'the key still holds the first request',
      );
      await release('third', 'in_doubt');
      await claim({ ...unknown, owner: 'fourth' });
      await answer('fourth', 'text', { fingerprint: unknown.fingerprints[0] });
      assert.deepEqual(await claim({ ...unknown, owner: 'fifth' }), answered('text'));
      assert.deepEqual(await claim({ owner: 'fifth' }), secretUnknown);
    },
  );

  it(
    'answers OtherRequest for another operation under an unknown secret',
    'under an unknown secret the operations are compared first, whether the key is answered or not',
    async () => {
      await claim();
      await release('first', 'in_doubt');
      const firstSent = { ...driver.firstSent, operation: 'deleteCustomer' };
      const deletion = { fingerprints: onlyNew, firstSent };
      assert.deepEqual(await claim({ ...deletion, owner: 'second' }), otherRequest);
      assert.deepEqual(await claim({ owner: 'third' }), inDoubt);
      await answer('third', 'text');
      assert.deepEqual(await claim({ ...deletion, owner: 'fourth' }), otherRequest);
    },
  );

  it('answers InUse for a key in use under an unknown secret', async () => {
    await claim();
    const claimed = await claim({ owner: 'second', fingerprints: onlyNew });
    assert.deepEqual(claimed, inUse(now + leaseSeconds));
  });

  it('answers SecretUnknown for a key in doubt under a former scope', onlyComparable, async () => {
    await claim({ scope: 'open' });
    await store().release({ scope: 'open', key: 'order 42', owner: 'first' }, 'in_doubt')();
    const asked = { owner: 'second', formerScopes: ['open'], fingerprints: onlyNew };
    assert.deepEqual(await claim(asked), secretUnknown);
    const claimed = await claimWhole({ ...asked, fingerprints: both });
    assert.ok(claimed._tag === 'Claimed');
    assert.equal(claimed.scope, 'open');
  });

  it('reports an expired answer under an unknown secret, to requests for the same operation', async () => {
    await claim();
    await answer('first', 'text');
    const late = { owner: 'second', fingerprints: onlyNew, now: now + driver.day + 1 };
    const doubt = { since: now, age: driver.day + 1 };
    for (const _time of [1, 2]) {
      const reported = await claim({ ...late, expired: 'report' });
      assert.deepEqual(reported, {
        _tag: 'Expired',
        scope: 'shop',
        firstSent: driver.firstSent,
        doubt,
        refusal: null,
      });
    }
    const firstSent = { ...driver.firstSent, operation: 'deleteCustomer' };
    assert.deepEqual(await claim({ ...late, firstSent, expired: 'report' }), fresh);
  });

  it('takes an expired answer under an unknown secret over, and keeps its fingerprint and no summary', async () => {
    await claim();
    await answer('first', 'text');
    const late = { owner: 'second', fingerprints: onlyNew, now: now + driver.day + 1 };
    assert.deepEqual(await claim({ ...late, expired: 'take', summary: 'sealed' }), inDoubt);
    assert.deepEqual(
      (await unsettled()).map(({ secret, summary }) => [secret, summary]),
      [['s1', null]],
    );
  });

  it(
    'answers SecretUnknown for an expired answer under a former scope',
    onlyComparable,
    async () => {
      await claim({ scope: 'open' });
      await answer('first', 'text', { scope: 'open' });
      const asked = { owner: 'second', formerScopes: ['open'], fingerprints: onlyNew };
      const late = { ...asked, now: now + driver.day + 1 };
      assert.deepEqual(await claim({ ...late, expired: 'report' }), secretUnknown);
      assert.deepEqual(await claim(late), fresh);
    },
  );

  it('makes a key under an unknown secret new again after a day', async () => {
    await claim();
    await answer('first', 'text');
    const late = now + driver.day + 1;
    assert.deepEqual(await claim({ owner: 'second', fingerprints: onlyNew, now: late }), fresh);
  });
};
