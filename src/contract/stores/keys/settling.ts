import { strict as assert } from 'node:assert';
import { valueOf } from '../store-assertions.js';
import type { KeyArea } from './key-store-driver.js';

export const settling = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { now, leaseSeconds, day, fresh, inDoubt, answered, inUse, firstSent } = driver;
  const { claim, answer, release, unsettled, settle } = driver;

  const inOrder = async (): Promise<void> => {
    for (const number of [3, 1, 2]) await claim({ key: `key ${number}`, now: now + number });
  };

  it('unsettled lists the keys without an answer, the oldest first', async () => {
    await inOrder();
    await claim({ key: 'answered' });
    const at = { scope: 'shop', key: 'answered', owner: 'first' };
    const kept = { text: 'text', fingerprint: driver.under('s1', 'a fingerprint'), at: now };
    assert.equal(await valueOf(store().answer(at, kept)), true);
    await store().release({ scope: 'shop', key: 'key 1', owner: 'first' }, 'in_doubt')();
    const listed = (await unsettled()).map(
      ({ scope, key, since, leasedUntil, secret, firstSent: sent }) => ({
        scope,
        key,
        since,
        leasedUntil,
        secret,
        firstSent: sent,
      }),
    );
    assert.deepEqual(listed, [
      { scope: 'shop', key: 'key 1', since: now + 1, leasedUntil: null, secret: 's1', firstSent },
      ...[2, 3].map((number) => ({
        scope: 'shop',
        key: `key ${number}`,
        since: now + number,
        leasedUntil: now + number + leaseSeconds,
        secret: 's1',
        firstSent,
      })),
    ]);
  });

  it('unsettled lists page by page, also keys of one moment', async () => {
    await inOrder();
    await claim({ key: 'key 2', scope: 'a', now: now + 2 });
    await claim({ key: 'key 2a', scope: 'a', now: now + 2 });
    const whole = await unsettled();
    const first = await unsettled({ limit: 2 });
    const [, last] = first;
    assert.ok(last);
    const second = await unsettled({ limit: 2, after: last });
    assert.ok(second[1]);
    const third = await unsettled({ limit: 2, after: second[1] });
    const names = [first, second, third, whole].map((page) =>
      page.map(({ scope, key }) => [scope, key]),
    );
    assert.deepEqual(names.slice(0, 3).flat(), names[3]);
    assert.equal(whole.length, 5);
  });

  it('unsettled finds a key in every scope, and findUnsettled in the given scopes', async () => {
    for (const scope of ['a', 'b', 'c']) await claim({ scope });
    await claim({ scope: 'a', key: 'another' });
    const scopes = (await unsettled({ key: 'order 42' })).map(({ scope }) => scope);
    assert.deepEqual(scopes, ['a', 'b', 'c']);
    const found = await valueOf(store().findUnsettled(['c', 'd', 'a'], 'order 42'));
    assert.deepEqual(found.map(({ scope }) => scope).toSorted(), ['a', 'c']);
  });

  it('settle forgets a key in doubt', async () => {
    await claim();
    await release('first', 'in_doubt');
    assert.equal(await settle({ _tag: 'Forget' }), true);
    assert.deepEqual(await claim({ owner: 'second', fingerprint: 'another' }), fresh);
  });

  it('settle answers a key in doubt, for the same request only', async () => {
    await claim();
    await release('first', 'in_doubt');
    assert.equal(await settle({ _tag: 'Answer', text: 'settled' }), true);
    assert.deepEqual(await claim({ owner: 'second' }), answered('settled'));
    assert.deepEqual(await claim({ owner: 'second', fingerprint: 'another' }), {
      _tag: 'OtherRequest',
    });
  });

  it('settle refuses a key until its lease has expired', async () => {
    await claim();
    assert.equal(await settle({ _tag: 'Forget' }, now + leaseSeconds - 1), false);
    assert.equal(await settle({ _tag: 'Answer', text: 'x' }, now + leaseSeconds - 1), false);
    assert.deepEqual(await claim({ owner: 'second' }), inUse(now + leaseSeconds));
    assert.equal(await settle({ _tag: 'Forget' }, now + leaseSeconds), true);
  });

  it('settle changes neither an answered key nor an unknown one', async () => {
    assert.equal(await settle({ _tag: 'Answer', text: 'x' }), false);
    await claim();
    await answer('first', 'text');
    assert.equal(await settle({ _tag: 'Forget' }), false);
    assert.equal(await settle({ _tag: 'Answer', text: 'x' }), false);
    assert.deepEqual(await claim({ owner: 'second' }), answered('text'));
  });

  it('settle takes the key from its former owner', async () => {
    await claim();
    assert.equal(await settle({ _tag: 'Answer', text: 'settled' }, now + day), true);
    assert.equal(await answer('first', 'late'), false);
    assert.equal(await release('first', 'in_doubt'), false);
  });

  it('keepSecret keeps the first secret for all instances', async () => {
    const another = await openAnother(store());
    const kept = await Promise.all([
      valueOf(store().keepSecret('one')),
      valueOf(another.keepSecret('two')),
    ]);
    assert.equal(kept[0], kept[1]);
    assert.ok(['one', 'two'].includes(kept[0]));
    assert.equal(await valueOf(another.keepSecret('three')), kept[0]);
    await claim();
    await release('first', 'in_doubt');
    assert.deepEqual(await claim({ owner: 'second' }), inDoubt);
  });
};
