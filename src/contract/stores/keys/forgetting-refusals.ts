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
});

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

  it('refusals lists the refusals of a time, the oldest first, and no success', async () => {
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
  });

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
    assert.equal(await valueOf(store().forgetRefusal(found)), true);
    assert.equal(await valueOf(store().forgetRefusal(found)), false);
    assert.deepEqual(await claim({ owner: 'second', fingerprint: 'another' }), fresh);
  });

  it('forgetRefusal forgets an answer of which it is unknown what it is', async () => {
    await answerOf('order 42', now, undefined);
    assert.equal(await valueOf(store().forgetRefusal(refusal('order 42', now))), true);
  });

  it('forgetRefusal leaves successes, keys in progress and later answers', async () => {
    await answerOf('order 42', now, false);
    // As if its answer had been a refusal: a success is dated by its end.
    for (const at of [now, now + 29 * day]) {
      assert.equal(await valueOf(store().forgetRefusal(refusal('order 42', at))), false);
    }
    await claim({ key: 'running' });
    assert.equal(await valueOf(store().forgetRefusal(refusal('running', now))), false);
    await answerOf('later', now + 1, true);
    assert.equal(await valueOf(store().forgetRefusal(refusal('later', now))), false);
    assert.deepEqual(await claimAt(store(), { owner: 'second' }), answered('order 42'));
  });

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
