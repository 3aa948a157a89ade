import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryIdempotencyStore } from '../../../../src/adapters/outbound/memory/memory-idempotency-store.js';

describe('the store of idempotency keys in memory', () => {
  it('keeps no more than so many: those that came last', async () => {
    const { claim, answer } = createMemoryIdempotencyStore(2);
    const ask = (key: string) =>
      claim({
        scope: 'shop',
        key,
        fingerprint: 'a fingerprint',
        owner: 'owner',
        now: 60,
        leaseUntil: 120,
        forgottenBefore: 0,
      })();
    for (const key of ['one', 'two', 'three']) {
      await ask(key);
      await answer({ scope: 'shop', key, owner: 'owner' }, key)();
    }
    expect(await ask('three')).to.deep.equal(E.right({ _tag: 'Answered', answer: 'three' }));
    expect(await ask('two')).to.deep.equal(E.right({ _tag: 'Answered', answer: 'two' }));
    expect(await ask('one')).to.deep.equal(E.right({ _tag: 'Claimed', inDoubt: false }));
  });
});
