import { strict as assert } from 'node:assert';
import { valueOf } from '../store-assertions.js';
import type { KeyArea } from './key-store-driver.js';

export const answering = ({ it, driver, store, openAnother }: KeyArea): void => {
  const { now, leaseSeconds, fresh, answered, inUse, claim, claimAt, answer, release } = driver;

  const text = JSON.stringify({ message: 'Pago confirmado, 19,99 €', quote: `'"\\`, n: 1 });

  it('returns the exact answer to every later claim', async () => {
    await claim();
    assert.equal(await answer('first', text), true);
    assert.deepEqual(await claim({ owner: 'second' }), answered(text));
    assert.deepEqual(await claim({ owner: 'third', now: now + 3600 }), answered(text));
  });

  it('shows the answer to other instances at once', async () => {
    const another = await openAnother(store());
    await claim();
    await answer('first', text);
    assert.deepEqual(await claimAt(another, { owner: 'second' }), answered(text));
  });

  it('findAnswer returns the answer with its fingerprint, however old it is, and nothing before', async () => {
    const find = () => valueOf(store().findAnswer({ scope: 'shop', key: 'order 42' }));
    assert.equal(await find(), null);
    await claim();
    assert.equal(await find(), null);
    const fingerprint = driver.under('s2', 'another');
    await answer('first', text, { at: now - 2 * driver.day, fingerprint });
    assert.deepEqual(await find(), { text, fingerprint });
    const elsewhere = await valueOf(store().findAnswer({ scope: 'open', key: 'order 42' }));
    assert.equal(elsewhere, null);
  });

  it('keeps a long answer', async () => {
    const long = 'ñ'.repeat(200_000);
    await claim();
    await answer('first', long);
    assert.deepEqual(await claim({ owner: 'second' }), answered(long));
  });

  it('refuses a second answer, and a release after it', async () => {
    await claim();
    await answer('first', text);
    assert.equal(await answer('first', 'another'), false);
    assert.equal(await release('first', 'forget'), false);
    assert.deepEqual(await claim({ owner: 'second' }), answered(text));
  });

  it('changes nothing for a caller other than the owner', async () => {
    await claim();
    assert.equal(await answer('second', text), false);
    assert.deepEqual(await claim({ owner: 'third' }), inUse(now + leaseSeconds));
  });

  it('changes nothing for a key that nobody claimed', async () => {
    assert.equal(await answer('first', text), false);
    assert.deepEqual(await claim(), fresh);
  });

  it('accepts an answer after the lease has expired, until another owner takes over', async () => {
    await claim();
    assert.equal(await answer('first', text), true);
    assert.deepEqual(await claim({ owner: 'second', now: now + leaseSeconds + 1 }), answered(text));
  });
};
