import { strict as assert } from 'node:assert';
import { valueOf } from '../store-assertions.js';
import type { KeyArea } from './key-store-driver.js';

/** The account that a store belongs to, and the scopes of its keys. */
export const knowingWhose = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { claim, now, under } = driver;

  const answerKey = async (scope: string, key: string): Promise<void> => {
    await claim({ scope, key });
    const kept = { text: 'text', fingerprint: under('s1', 'a fingerprint'), at: now };
    assert.equal(await valueOf(store().answer({ scope, key, owner: 'first' }, kept)), true);
  };

  it('owner is null in a new store, and the first owner stays', async () => {
    assert.equal(await valueOf(store().owner()), null);
    assert.equal(await valueOf(store().owner({ from: null, to: 'acct_1/test' })), 'acct_1/test');
    assert.equal(await valueOf(store().owner({ from: null, to: 'acct_2/test' })), 'acct_1/test');
    assert.equal(await valueOf(store().owner()), 'acct_1/test');
  });

  it('owner changes only from the owner that is named', async () => {
    await valueOf(store().owner({ from: null, to: 'acct_1/test' }));
    const wrong = { from: 'acct_2/test', to: 'acct_3/test' };
    assert.equal(await valueOf(store().owner(wrong)), 'acct_1/test');
    const right = { from: 'acct_1/test', to: 'acct_2/test' };
    assert.equal(await valueOf(store().owner(right)), 'acct_2/test');
    assert.equal(await valueOf(store().owner()), 'acct_2/test');
  });

  it('owner is the same for instances that name different ones at once', async () => {
    const another = await openAnother(store());
    const named = await Promise.all([
      valueOf(store().owner({ from: null, to: 'acct_1/test' })),
      valueOf(another.owner({ from: null, to: 'acct_2/live' })),
    ]);
    assert.equal(named[0], named[1]);
    assert.ok(named[0] === 'acct_1/test' || named[0] === 'acct_2/live');
    assert.equal(await valueOf(another.owner()), named[0]);
  });

  it('scopes has every scope of a key once, answered or not, up to the limit', async () => {
    assert.deepEqual(await valueOf(store().scopes(10)), []);
    for (const scope of ['b', '', 'a']) {
      await claim({ scope, key: 'one' });
      await claim({ scope, key: 'two' });
    }
    await answerKey('c', 'one');
    assert.deepEqual((await valueOf(store().scopes(10))).toSorted(), ['', 'a', 'b', 'c']);
    assert.equal((await valueOf(store().scopes(3))).length, 3);
  });

  it('count tells the keys with an answer from the others', async () => {
    assert.deepEqual(await valueOf(store().count), { answered: 0, unsettled: 0 });
    await answerKey('a', 'one');
    await answerKey('b', 'one');
    await claim({ scope: 'b', key: 'two' });
    assert.deepEqual(await valueOf(store().count), { answered: 2, unsettled: 1 });
  });
};
