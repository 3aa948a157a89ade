import { strict as assert } from 'node:assert';
import { valueOf } from '../store-assertions.js';
import type { KeyArea } from './key-store-driver.js';

export const forgetting = ({ it, driver, store }: KeyArea): void => {
  const { now, day, fresh, inDoubt, answered, otherRequest, claim, claimWhole } = driver;
  const { answer, release, settle } = driver;

  it('makes an answered key new again', async () => {
    await claim();
    await answer('first', 'text');
    const late = { owner: 'second', fingerprint: 'another', now: now + day };
    assert.deepEqual(await claim(late), otherRequest);
    assert.deepEqual(await claim({ ...late, now: now + day + 1 }), fresh);
  });

  it(
    'keeps an answer as long as it says',
    'an answer that is kept longer than a day is compared as if it were given that much later',
    async () => {
      await claim();
      await answer('first', 'text', { keptFor: 30 * day });
      assert.deepEqual(await claim({ owner: 'second', now: now + 30 * day }), answered('text'));
      assert.deepEqual(await claim({ owner: 'third', now: now + 30 * day + 1 }), fresh);
    },
  );

  it('keeps the answer of an operator as long as it says', async () => {
    await claim();
    await release('first', 'in_doubt');
    await settle({ _tag: 'Answer', text: 'text', keptFor: 30 * day });
    assert.deepEqual(await claim({ owner: 'second', now: now + 30 * day }), answered('text'));
    assert.deepEqual(await claim({ owner: 'third', now: now + 30 * day + 1 }), fresh);
  });

  it('reports an expired answer to the same request, and changes nothing', async () => {
    const sent = await claimWhole();
    assert.ok(sent._tag === 'Claimed');
    await answer('first', 'text');
    const at = now + day + 1;
    const expired = {
      _tag: 'Expired',
      scope: 'shop',
      firstSent: sent.firstSent,
      doubt: { since: now, age: day + 1 },
      refusal: null,
    };
    const report = { owner: 'second', now: at, expired: 'report' } as const;
    assert.deepEqual(await claimWhole({ ...report, now: now + day }), {
      _tag: 'Answered',
      answer: 'text',
    });
    assert.deepEqual(await claimWhole(report), expired);
    assert.deepEqual(await claimWhole(report), expired);
    assert.deepEqual(await claim({ ...report, fingerprint: 'another' }), fresh);
  });

  it('takes an expired answer over as a doubt, which nobody else gets', async () => {
    await claim();
    await answer('first', 'text');
    const at = now + day + 1;
    const taken = await claimWhole({ owner: 'second', now: at, expired: 'take' });
    assert.ok(taken._tag === 'Claimed');
    assert.deepEqual(taken.doubt, { since: now, age: day + 1 });
    assert.deepEqual(
      await claim({ owner: 'third', now: at, expired: 'take' }),
      driver.inUse(at + driver.leaseSeconds),
    );
    assert.equal(await answer('second', 'found', { at }), true);
    assert.deepEqual(await claim({ owner: 'third', now: at + day }), answered('found'));
  });

  it('reports an expired refusal with its text, unless the outcome was ever unknown', async () => {
    const refuse = (owner: string, key: string, refused?: boolean): Promise<boolean> =>
      valueOf(
        store().answer(
          { scope: 'shop', key, owner },
          {
            text: 'no',
            fingerprint: driver.under('s1', 'a fingerprint'),
            at: now,
            ...(refused === undefined ? {} : { refused }),
          },
        ),
      );
    await claim({ key: 'refused' });
    await refuse('first', 'refused', true);
    await claim({ key: 'was in doubt' });
    await claim({ key: 'was in doubt', owner: 'second', now: now + driver.leaseSeconds });
    await refuse('second', 'was in doubt', true);
    await claim({ key: 'success' });
    await refuse('first', 'success', false);
    await claim({ key: 'unknown' });
    await refuse('first', 'unknown');

    const reported: Array<unknown> = [];
    for (const key of ['refused', 'was in doubt', 'success', 'unknown']) {
      const late = { key, owner: 'third', now: now + day + 1, expired: 'report' } as const;
      const told = await claimWhole(late);
      reported.push([key, told._tag === 'Expired' ? told.refusal : told]);
    }
    assert.deepEqual(reported, [
      ['refused', 'no'],
      ['was in doubt', null],
      ['success', null],
      ['unknown', null],
    ]);
  });

  it('remembers when a new key was first seen', async () => {
    const at = now + day + 1;
    assert.deepEqual(await claim({ now: at, firstSeen: now }), fresh);
    await release('first', 'in_doubt');
    const again = await claimWhole({ owner: 'second', now: at + 1 });
    assert.ok(again._tag === 'Claimed');
    assert.deepEqual(again.doubt, { since: now, age: day + 2 });
  });

  it('makes the key of another request new again, whatever becomes of expired answers', async () => {
    await claim();
    await answer('first', 'text');
    const other = { owner: 'second', fingerprint: 'another', now: now + day + 1 };
    assert.deepEqual(await claim({ ...other, expired: 'take' }), fresh);
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
