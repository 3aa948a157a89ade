import { expect } from 'chai';
import {
  asBegun,
  keyInMetadata,
  secondKeyOf,
  withKeyMetadata,
} from '../../../../src/adapters/outbound/stripe-objects/idempotency-key.js';
import { createMemoryProcessor } from '../../../../src/memory.js';

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

describe('the second request of one call', () => {
  for (const [key, second] of [
    ['order 42', 'order 42/2'],
    ['k'.repeat(253), `${'k'.repeat(253)}/2`],
    ['k'.repeat(254), '0078d5e81ae85f7491ef3bd2105ae5591a52f001719841007f973f028f2427b9'],
  ] as const) {
    it(`has, for a key of ${key.length} characters, the key ${second.slice(0, 12)}`, () => {
      expect(secondKeyOf(key)).to.equal(second);
    });
  }

  it('leaves it open what was done when it did not arrive', () => {
    const cause = new Error('refused');
    expect(asBegun({ _tag: 'ProcessorUnavailable', outcome: 'not_done', cause })).to.deep.equal({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
      cause,
    });
  });

  it('is refused as it is', () => {
    const refused = {
      _tag: 'ProcessorRefused',
      status: 400,
      message: 'No.',
      code: null,
      param: null,
    } as const;
    expect(asBegun(refused)).to.equal(refused);
  });
});
