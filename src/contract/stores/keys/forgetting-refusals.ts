import { strict as assert } from 'node:assert';
import type { IdempotencyStore, RefusedKey } from '../../../application/ports/idempotency-store.js';
import { valueOf } from '../store-assertions.js';
import type { KeyArea } from './key-store-driver.js';

const refusal = (key: string, at: number, refused: true | null = true): RefusedKey => ({
  scope: 'shop',
  key,
  at,
  answer: key,
  refused,
  wasInDoubt: false,
});

const possibleRefusal =
  'an answer without refused may be a refusal: it is listed with null, and forgotten like one; a success has refused: false';

export const forgettingRefusals = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { now, day, fresh, answered, claim, claimAt, settle } = driver;

  const answerOf = async (
    key: string,
    at: number,
    refused: boolean | undefined,
    scope = 'shop',
  ): Promise<void> => {
    await claim({ key, scope, now: at });
    await valueOf(
      store().answer(
        { scope, key, owner: 'first' },
        {
          text: key,
          fingerprint: driver.under('s1', 'a fingerprint'),
          at,
          keptFor: refused === false ? 30 * day : day,
          ...(refused === undefined ? {} : { refused }),
        },
      ),
    );
  };

  const refusals = (
    page: Partial<Parameters<IdempotencyStore['refusals']>[0]> = {},
    from = store(),
  ): Promise<ReadonlyArray<RefusedKey>> =>
    valueOf(from.refusals({ from: now, to: now + 10, limit: 100, ...page }));

  it(
    'refusals lists the refusals of a time, the oldest first, and no success',
    possibleRefusal,
    async () => {
      await answerOf('third', now + 10, true);
      await answerOf('first', now, true);
      await answerOf('success', now + 1, false);
      await answerOf('second', now + 2, undefined);
      await answerOf('before', now - 1, true);
      await answerOf('after', now + 11, true);
      await claim({ key: 'running', now: now + 3 });
      const listed = [
        refusal('first', now),
        refusal('second', now + 2, null),
        refusal('third', now + 10),
      ];
      assert.deepEqual(await refusals(), listed);
      assert.deepEqual(await refusals({}, await openAnother(store())), listed);
      assert.deepEqual(await refusals({ from: now + 3, to: now + 9 }), []);
    },
  );

  it('refusals lists page by page, also refusals of one moment', async () => {
    for (const key of ['a', 'b', 'c']) await answerOf(key, now, true);
    await answerOf('a', now, true, 'open');
    const whole = await refusals();
    const [first, second] = whole;
    assert.ok(first && second);
    assert.deepEqual(await refusals({ limit: 2 }), [first, second]);
    assert.deepEqual(await refusals({ after: second }), whole.slice(2));
    assert.equal(whole.length, 4);
  });

  it('forgetRefusal makes the key new again, once', async () => {
    await answerOf('order 42', now, true);
    const [found] = await refusals();
    assert.ok(found);
    assert.equal(await valueOf(store().forgetRefusal(found)), 'new');
    assert.equal(await valueOf(store().forgetRefusal(found)), null);
    assert.deepEqual(await claim({ owner: 'second', fingerprint: 'another' }), fresh);
  });

  it(
    'forgetRefusal forgets an answer of which it is unknown what it is',
    possibleRefusal,
    async () => {
      await answerOf('order 42', now, undefined);
      assert.equal(await valueOf(store().forgetRefusal(refusal('order 42', now))), 'new');
    },
  );

  it('forgetRefusal leaves successes, keys in progress and later answers', async () => {
    await answerOf('order 42', now, false);
    // As if its answer had been a refusal: a success is dated by its end.
    for (const at of [now, now + 29 * day]) {
      assert.equal(await valueOf(store().forgetRefusal(refusal('order 42', at))), null);
    }
    await claim({ key: 'running' });
    assert.equal(await valueOf(store().forgetRefusal(refusal('running', now))), null);
    await answerOf('later', now + 1, true);
    assert.equal(await valueOf(store().forgetRefusal(refusal('later', now))), null);
    assert.deepEqual(await claimAt(store(), { owner: 'second' }), answered('order 42'));
  });

  /** Claims a key, leaves it in doubt, and refuses its repetition an hour later. */
  const refusedInDoubt = async (refused: boolean | undefined): Promise<void> => {
    await claim({ summary: 'sealed' });
    await driver.release('first', 'in_doubt');
    await driver.takeLookUp(now + 1);
    assert.deepEqual(await claim({ owner: 'second', now: now + 3600 }), driver.inDoubt);
    const kept = { at: now + 3600, ...(refused === undefined ? {} : { refused }) };
    assert.equal(await driver.answer('second', 'refused', kept), true);
  };

  /** The refusals of the hour after `now`, each forgotten. */
  const forgetAll = async (): Promise<ReadonlyArray<unknown>> => {
    const forgotten: Array<unknown> = [];
    for (const found of await refusals({ to: now + 3600 })) {
      const state = await valueOf(store().forgetRefusal(found));
      forgotten.push([found.key, found.wasInDoubt, state]);
    }
    return forgotten;
  };

  const backInDoubt = async (): Promise<void> => {
    const [listed, ...others] = await driver.unsettled();
    assert.deepEqual(others, []);
    assert.ok(listed);
    const { key, since, leasedUntil, secret, firstSent, summary } = listed;
    assert.deepEqual(
      { key, since, leasedUntil, secret, firstSent, summary },
      {
        key: 'order 42',
        since: now,
        leasedUntil: null,
        secret: 's1',
        firstSent: driver.firstSent,
        summary: 'sealed',
      },
    );
    assert.deepEqual(await refusals({ to: now + 3600 }), []);
    assert.equal(await valueOf(store().findAnswer({ scope: 'shop', key })), null);
  };

  for (const refused of [true, undefined]) {
    const answerIs = refused === true ? 'a refusal' : 'a possible refusal';
    it(`forgetRefusal of ${answerIs} puts a key back into doubt, as it was, if it was in doubt`, async () => {
      await refusedInDoubt(refused);
      assert.deepEqual(await forgetAll(), [['order 42', true, 'in_doubt']]);
      await backInDoubt();
      assert.equal((await driver.takeLookUp(now + 3601))?.key, 'order 42');
      assert.deepEqual(await forgetAll(), []);
      const later = { owner: 'third', now: now + 3602 };
      assert.deepEqual(await claim({ ...later, fingerprint: 'another' }), driver.otherRequest);
      const claimed = await driver.claimWhole(later);
      assert.ok(claimed._tag === 'Claimed');
      assert.deepEqual(claimed.doubt, { since: now, age: 3602 });
      assert.deepEqual(claimed.firstSent, driver.firstSent);
    });
  }

  it('a key whose lease expired is in doubt again after its refusal is forgotten', async () => {
    await claim({ summary: 'sealed' });
    assert.deepEqual(await claim({ owner: 'second', now: now + 61 }), driver.inDoubt);
    await driver.answer('second', 'refused', { at: now + 61, refused: true });
    assert.deepEqual(await forgetAll(), [['order 42', true, 'in_doubt']]);
    await backInDoubt();
  });

  it('an answer to a key that was in doubt leaves no summary unless it is a refusal', async () => {
    await refusedInDoubt(false);
    assert.deepEqual(await forgetAll(), []);
    assert.deepEqual(await driver.unsettled(), []);
    // The same row again: the answer is too old, and the request is claimed as if it were in doubt.
    const taken = { owner: 'third', now: now + 3601 + day, expired: 'take' } as const;
    assert.deepEqual(await claim(taken), driver.inDoubt);
    assert.deepEqual(
      (await driver.unsettled()).map(({ summary }) => summary),
      [null],
    );
  });

  it(
    'a settled refusal of a key leaves it in doubt when it is forgotten',
    'settle counts the key as one that was in doubt',
    async () => {
      await claim({ summary: 'sealed' });
      await settle({ _tag: 'Answer', text: 'declined', refused: true }, now + 3600);
      assert.deepEqual(await forgetAll(), [['order 42', true, 'in_doubt']]);
      await backInDoubt();
      assert.equal(await settle({ _tag: 'Forget' }, now + 3601), true);
      assert.deepEqual(await claim({ owner: 'second', now: now + 3602 }), fresh);
    },
  );

  it('an answer of an operator is no refusal unless it says so', async () => {
    await claim();
    await driver.release('first', 'in_doubt');
    await settle({ _tag: 'Answer', text: 'done', refused: false });
    assert.deepEqual(await refusals(), []);
    await claim({ owner: 'second', now: now + day + 1 });
    await driver.release('second', 'in_doubt');
    await settle({ _tag: 'Answer', text: 'declined', refused: true });
    assert.deepEqual(
      (await refusals()).map(({ answer }) => answer),
      ['declined'],
    );
  });
};
