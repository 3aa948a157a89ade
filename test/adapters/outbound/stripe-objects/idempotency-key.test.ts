import { expect } from 'chai';
import {
  asBegun,
  keyInMetadata,
  secondKeyOf,
  withKeyMetadata,
} from '../../../../src/adapters/outbound/stripe-objects/idempotency-key.js';
import { createMemoryProcessor } from '../../../../src/memory.js';

describe('the idempotency key in the metadata of a created object', () => {
  it("is added to the caller's metadata", () => {
    const input = { amount: 1, metadata: { order: '42' } };
    expect(withKeyMetadata(input, 'k')).to.deep.equal({
      amount: 1,
      metadata: { order: '42', pasarela_key: 'k' },
    });
  });

  it("overwrites a key in the caller's metadata", () => {
    const input = { metadata: { pasarela_key: 'forged' } };
    expect(withKeyMetadata(input, 'k')).to.deep.equal({ metadata: { pasarela_key: 'k' } });
  });

  it('is not added without a key', () => {
    expect(withKeyMetadata({ amount: 1 }, undefined)).to.deep.equal({ amount: 1 });
  });

  for (const [what, object] of [
    ['an object without metadata', {}],
    ['metadata null', { metadata: null }],
    ['metadata without it', { metadata: { order: '42' } }],
    ['a value that is not a text', { metadata: { pasarela_key: 42 } }],
  ] as const) {
    it(`is not found in ${what}`, () => {
      expect(keyInMetadata(object)).to.equal(undefined);
    });
  }

  it('is found where it is', () => {
    expect(keyInMetadata({ metadata: { pasarela_key: 'k' } })).to.equal('k');
  });

  it('is added by the in-memory processor to objects created with a key, and to no others', async () => {
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

describe('the second request of a call', () => {
  for (const [key, second] of [
    ['order 42', 'order 42/2'],
    ['k'.repeat(253), `${'k'.repeat(253)}/2`],
    ['k'.repeat(254), '0078d5e81ae85f7491ef3bd2105ae5591a52f001719841007f973f028f2427b9'],
  ] as const) {
    it(`has the key ${second.slice(0, 12)}... for a key of ${key.length} characters`, () => {
      expect(secondKeyOf(key)).to.equal(second);
    });
  }

  it('leaves the outcome unknown when it was not sent', () => {
    const cause = new Error('refused');
    expect(asBegun({ _tag: 'ProcessorUnavailable', outcome: 'not_done', cause })).to.deep.equal({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
      cause,
    });
  });

  it('leaves a refusal unchanged', () => {
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
