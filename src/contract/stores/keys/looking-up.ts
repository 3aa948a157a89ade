import { strict as assert } from 'node:assert';
import { valueOf } from '../store-assertions.js';
import type { KeyArea } from './key-store-driver.js';

export const lookingUp = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { now, leaseSeconds, claim, answer, release, unsettled, settle, takeLookUp } = driver;

  /** A key in doubt, with the summary of its request. */
  const doubt = async (key: string, at = now, summary: string | null = 'sealed'): Promise<void> => {
    await claim({ key, now: at, summary });
    await valueOf(store().release({ scope: 'shop', key, owner: 'first' }, 'in_doubt'));
  };
  const taken = async (...given: Parameters<typeof takeLookUp>): Promise<string | undefined> =>
    (await takeLookUp(...given))?.key;
  const summaries = async (): Promise<ReadonlyArray<string | null>> =>
    (await unsettled()).map(({ summary }) => summary);

  it('a summary is stored with a new key, and a repetition does not replace it', async () => {
    await claim({ summary: 'first' });
    await release('first', 'in_doubt');
    await claim({ owner: 'second', summary: 'second' });
    assert.deepEqual(await summaries(), ['first']);
  });

  it('a key that is taken over and has no summary gets that of the repetition', async () => {
    await claim();
    await release('first', 'in_doubt');
    await claim({ owner: 'second', summary: 'second' });
    assert.deepEqual(await summaries(), ['second']);
  });

  it('a key whose expired answer is taken over gets the summary of the repetition, and is looked up', async () => {
    await claim({ summary: 'first' });
    await answer('first', 'text');
    const at = now + driver.day + 1;
    await claim({ owner: 'second', now: at, expired: 'take', summary: 'second' });
    await release('second', 'in_doubt');
    assert.deepEqual(await summaries(), ['second']);
    assert.equal(await taken(at), 'order 42');
  });

  it('a key without a summary has none', async () => {
    await claim();
    assert.deepEqual(await summaries(), [null]);
    assert.equal(await takeLookUp(now + leaseSeconds), null);
  });

  it('unsettled finds keys by their derived keys', async () => {
    for (const number of [1, 2, 3]) {
      const firstSent = { ...driver.firstSent, derivedKey: `derived ${number}` };
      await claim({ key: `key ${number}`, now: now + number, firstSent });
    }
    const found = await unsettled({ derivedKeys: ['derived 3', 'derived 1', 'another'] });
    assert.deepEqual(
      found.map(({ key }) => key),
      ['key 1', 'key 3'],
    );
    assert.deepEqual(await unsettled({ derivedKeys: ['another'] }), []);
  });

  it('a look-up is due for keys in doubt, the oldest first, and not for leased or answered keys', async () => {
    await claim({ key: 'running', now: now - 50, summary: 'sealed' });
    await claim({ now: now - 40, summary: 'sealed' });
    await answer('first', 'text');
    await doubt('new', now - 1);
    await doubt('old', now - 30);
    const [first, second, third] = [
      await takeLookUp(now),
      await takeLookUp(now + 1),
      await takeLookUp(now + 2),
    ];
    assert.deepEqual([first?.key, first?.summary, first?.since], ['old', 'sealed', now - 30]);
    assert.deepEqual([second?.key, third], ['new', null]);
    assert.equal(await taken(now + leaseSeconds), 'running');
  });

  it('a lease that runs keeps its key from look-ups', async () => {
    await doubt('order 42');
    await claim({ owner: 'second' });
    assert.equal(await takeLookUp(now + leaseSeconds - 1), null);
    assert.equal(await taken(now + leaseSeconds), 'order 42');
  });

  it('the pauses between the look-ups of a key double, up to the longest', async () => {
    await doubt('order 42');
    const due: Array<number> = [];
    for (let after = 0; after <= 400; after += 10) {
      if ((await takeLookUp(now + after)) !== null) due.push(after);
    }
    assert.deepEqual(due, [0, 30, 90, 190, 290, 390]);
  });

  it('a key that was never looked up comes before those that were', async () => {
    await doubt('hopeless', now - 100);
    assert.equal(await taken(now), 'hopeless');
    await doubt('new', now + 29);
    assert.equal(await taken(now + 31), 'new');
    assert.equal(await taken(now + 32), 'hopeless');
  });

  it('one look-up has its turn at a time, by all instances together', async () => {
    const another = await openAnother(store());
    const pace = { turn: 5, first: 30, longest: 100 };
    for (const number of [1, 2, 3]) await doubt(`key ${number}`, now - 10 + number);
    const both = await Promise.all([
      valueOf(store().takeLookUp(pace, now)),
      valueOf(another.takeLookUp(pace, now)),
    ]);
    assert.equal(both.filter((key) => key !== null).length, 1);
    assert.equal(await valueOf(another.takeLookUp(pace, now + 4)), null);
    assert.equal((await valueOf(another.takeLookUp(pace, now + 5)))?.key, 'key 2');
  });

  it(
    'a clock that was ahead does not stop the look-ups',
    'a moment that is further away than the longest pause, or than one turn, was stored by a clock that was ahead, and has come',
    async () => {
      await doubt('order 42', now - 1);
      assert.equal(await taken(now + 5000), 'order 42');
      assert.equal(await taken(now), 'order 42');
    },
  );

  it('a key that was settled is not looked up any more', async () => {
    await doubt('order 42');
    assert.equal(await settle({ _tag: 'Answer', text: 'settled' }), true);
    assert.equal(await takeLookUp(), null);
  });
};
