import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-area.js';

export const answering = ({ it, desk, store, openAnother }: KeyArea): void => {
  const { now, leaseSeconds, fresh, answered, inUse, claim, claimAt, answer, release } = desk;

  const text = JSON.stringify({ message: 'Pago confirmado, 19,99 €', quote: `'"\\`, n: 1 });

  it('is given to every later claim, exactly', async () => {
    await claim();
    assert.equal(await answer('first', text), true);
    assert.deepEqual(await claim({ owner: 'second' }), answered(text));
    assert.deepEqual(await claim({ owner: 'third', now: now + 3600 }), answered(text));
  });

  it('is there for another instance at once', async () => {
    const another = await openAnother(store());
    await claim();
    await answer('first', text);
    assert.deepEqual(await claimAt(another, { owner: 'second' }), answered(text));
  });

  it('may be long', async () => {
    const long = 'ñ'.repeat(200_000);
    await claim();
    await answer('first', long);
    assert.deepEqual(await claim({ owner: 'second' }), answered(long));
  });

  it('is the last word: no second answer, and no release', async () => {
    await claim();
    await answer('first', text);
    assert.equal(await answer('first', 'another'), false);
    assert.equal(await release('first', 'forget'), false);
    assert.deepEqual(await claim({ owner: 'second' }), answered(text));
  });

  it('of somebody else changes nothing', async () => {
    await claim();
    assert.equal(await answer('second', text), false);
    assert.deepEqual(await claim({ owner: 'third' }), inUse(now + leaseSeconds));
  });

  it('to a key that nobody claimed changes nothing', async () => {
    assert.equal(await answer('first', text), false);
    assert.deepEqual(await claim(), fresh);
  });

  it('of an owner whose lease has run out still counts while nobody has taken over', async () => {
    await claim();
    assert.equal(await answer('first', text), true);
    assert.deepEqual(await claim({ owner: 'second', now: now + leaseSeconds + 1 }), answered(text));
  });
};
