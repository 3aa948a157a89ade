import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryIdempotencyStore } from '../../../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { describeIdempotencyStore } from '../../../../../src/contract/stores/describe-idempotency-store.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { keptAnswer, keyedRequest } from '../../../../support/idempotency/keyed-request.js';

const day = 24 * 60 * 60;

const storeOf = (most?: number) => {
  const store = createMemoryIdempotencyStore(most);
  const ask = (key: string, now = 60) =>
    store.claim(keyedRequest({ key, owner: 'owner', now, leaseUntil: now + 60 }))();
  const answer = (key: string, at = 60, keptFor = day) =>
    valueOf(
      store.answer({ scope: 'shop', key, owner: 'owner' }, { ...keptAnswer(key, at), keptFor }),
    );
  return { ...store, ask, answer };
};

describeIdempotencyStore('memory', { open: createMemoryIdempotencyStore });

describe('the in-memory idempotency store', () => {
  it('keeps a limited number of answered keys, those that were answered last', async () => {
    const { ask, answer } = storeOf(2);
    for (const key of ['one', 'two', 'three']) {
      await ask(key);
      await answer(key);
    }
    expect(await ask('three')).to.deep.equal(E.right({ _tag: 'Answered', answer: 'three' }));
    expect(await ask('two')).to.deep.equal(E.right({ _tag: 'Answered', answer: 'two' }));
    expect(await ask('one')).to.have.nested.property('right.doubt', null);
  });

  it('drops the answers first that end first, and may have forgotten them until then', async () => {
    const { ask, answer, release } = storeOf(2);
    const keep = async (key: string, now: number, keptFor: number): Promise<void> => {
      await ask(key, now);
      await answer(key, now, keptFor);
    };
    await keep('paid', 60, 30 * day);
    await keep('declined', 61, day);
    await keep('paid too', 62, 30 * day);
    expect(await ask('paid', 63)).to.have.nested.property('right._tag', 'Answered');
    expect(await ask('declined', 63)).to.have.nested.property('right._tag', 'Claimed');
    // That dropped the first payment.
    const forget = (key: string) => release({ scope: 'shop', key, owner: 'owner' }, 'forget')();
    await forget('declined');
    const mayHaveForgotten = async (now: number): Promise<unknown> => {
      const claim = await ask('new', now);
      await forget('new');
      return E.isRight(claim) && claim.right._tag === 'Claimed' && claim.right.mayHaveForgotten;
    };
    expect(await mayHaveForgotten(59 + 30 * day)).to.equal(true);
    expect(await mayHaveForgotten(60 + 30 * day)).to.equal(false);
  });

  it('keeps an answer that does not count any more for ten minutes, for look-ups', async () => {
    const { ask, answer, claim } = storeOf();
    await ask('one');
    await answer('one');
    const later = (now: number) =>
      claim(
        keyedRequest({
          key: 'one',
          owner: 'later',
          now,
          leaseUntil: now + 60,
          forgetAnsweredBefore: now - day,
          expired: 'report',
        }),
      )();
    const other = (now: number) =>
      claim(keyedRequest({ key: 'other', now, forgetAnsweredBefore: now - day }))();
    await other(60 + day + 600);
    expect(await later(60 + day + 600)).to.have.nested.property('right._tag', 'Expired');
    await other(61 + day + 600);
    expect(await later(61 + day + 600)).to.have.nested.property('right._tag', 'Claimed');
  });

  it('never drops a key without an answer: when full of them, it refuses new keys with the reason', async () => {
    const { ask, answer, release } = storeOf(2);
    await ask('one');
    await release({ scope: 'shop', key: 'one', owner: 'owner' }, 'in_doubt')();
    await ask('two');
    const refused = await ask('three');
    expect(refused).to.have.nested.property('left._tag', 'StoreUnavailable');
    expect(refused).to.have.nested.property(
      'left.cause.message',
      'the in-memory store is full: 2 idempotency keys have no answer; settle them, or use a database',
    );
    expect(await ask('one')).to.have.nested.property('right.doubt.since', 60);
    await answer('two');
    expect(await ask('three')).to.have.nested.property('right._tag', 'Claimed');
  });

  it('reports for a day that it may have forgotten a key: after its first key, and after it dropped one', async () => {
    const { ask, answer } = storeOf(2);
    const mayHaveForgotten = async (key: string, now: number): Promise<unknown> => {
      const claim = await ask(key, now);
      await answer(key, now);
      return E.isRight(claim) && claim.right._tag === 'Claimed' && claim.right.mayHaveForgotten;
    };
    expect(await mayHaveForgotten('one', 60)).to.equal(true);
    expect(await mayHaveForgotten('two', 59 + day)).to.equal(true);
    expect(await mayHaveForgotten('three', 60 + day)).to.equal(false);
    expect(await mayHaveForgotten('four', 61 + day)).to.equal(true);
  });
});
