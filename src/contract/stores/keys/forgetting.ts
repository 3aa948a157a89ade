import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-store-driver.js';

export const forgetting = ({ it, driver }: KeyArea): void => {
  const { now, day, fresh, inDoubt, answered, otherRequest, claim, claimWhole } = driver;
  const { answer, release, settle } = driver;

  it('makes an answered key new again', async () => {
    await claim();
    await answer('first', 'text');
    const late = { owner: 'second', fingerprint: 'another', now: now + day };
    assert.deepEqual(await claim(late), otherRequest);
    assert.deepEqual(await claim({ ...late, now: now + day + 1 }), fresh);
  });

  it('counts from the answer, not from the first request', async () => {
    await claim();
    await release('first', 'in_doubt');
    await claim({ owner: 'second', now: now + 3 * day });
    await answer('second', 'text', { at: now + 3 * day });
    assert.deepEqual(await claim({ owner: 'third', now: now + 4 * day }), answered('text'));
    assert.deepEqual(await claim({ owner: 'third', now: now + 4 * day + 1 }), fresh);
  });

  it('counts from the moment when an operator settled the key', async () => {
    await claim();
    await release('first', 'in_doubt');
    assert.equal(await settle({ _tag: 'Answer', text: 'text' }, now + 9 * day), true);
    assert.deepEqual(await claim({ owner: 'second', now: now + 10 * day }), answered('text'));
    assert.deepEqual(await claim({ owner: 'second', now: now + 10 * day + 1 }), fresh);
  });

  it('leaves a key without an answer in doubt, at any age', async () => {
    await claim();
    await release('first', 'in_doubt');
    for (const days of [1, 2, 30, 4000]) {
      const owner = `after ${days} days`;
      assert.deepEqual(await claim({ owner, now: now + days * day }), inDoubt);
      await release(owner, 'in_doubt');
    }
    const claimed = await claimWhole({ owner: 'last', now: now + 5000 * day });
    assert.ok(claimed._tag === 'Claimed');
    assert.deepEqual(claimed.doubt, { since: now, age: 5000 * day });
  });

  it('leaves a key whose lease expired in doubt too', async () => {
    await claim();
    assert.deepEqual(await claim({ owner: 'second', now: now + 2 * day }), inDoubt);
    assert.equal(await answer('first', 'late'), false);
  });

  it('does not let the former owner change anything', async () => {
    await claim();
    await answer('first', 'text');
    await claim({ owner: 'second', now: now + day + 1 });
    assert.equal(await answer('first', 'late'), false);
    assert.equal(await answer('second', 'text'), true);
  });
};
