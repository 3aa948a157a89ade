import { expect } from 'chai';
import {
  keyInMetadata,
  withKeyMetadata,
} from '../../../src/adapters/outbound/stripe-objects/idempotency-key.js';
import { createMemoryProcessor } from '../../../src/memory.js';

describe('the idempotency key in the metadata of what is created', () => {
  it('stands beside the metadata that the caller gave', () => {
    const input = { amount: 1, metadata: { order: '42' } };
    expect(withKeyMetadata(input, 'k')).to.deep.equal({
      amount: 1,
      metadata: { order: '42', pasarela_key: 'k' },
    });
  });

  it('is that of the call, whatever the caller wrote there', () => {
    const input = { metadata: { pasarela_key: 'forged' } };
    expect(withKeyMetadata(input, 'k')).to.deep.equal({ metadata: { pasarela_key: 'k' } });
  });

  it('is not there without a key', () => {
    expect(withKeyMetadata({ amount: 1 }, undefined)).to.deep.equal({ amount: 1 });
  });

  for (const [what, object] of [
    ['an object without metadata', {}],
    ['metadata null', { metadata: null }],
    ['metadata without it', { metadata: { order: '42' } }],
    ['something that is no text', { metadata: { pasarela_key: 42 } }],
  ] as const) {
    it(`is not found in ${what}`, () => {
      expect(keyInMetadata(object)).to.equal(undefined);
    });
  }

  it('is found where it is', () => {
    expect(keyInMetadata({ metadata: { pasarela_key: 'k' } })).to.equal('k');
  });

  it('is on what the in-memory processor creates under a key, and on nothing else', async () => {
    const processor = createMemoryProcessor();
    const keyed = await processor.createCustomer(
      { name: 'Ada' },
      { idempotencyKey: 'k'.repeat(255) },
    )();
    expect(keyed).to.have.nested.property('right.metadata.pasarela_key', 'k'.repeat(255));
    const plain = await processor.createCustomer({ name: 'Ada' })();
    expect(plain).to.have.nested.property('right.metadata').that.deep.equals({});
  });
});
