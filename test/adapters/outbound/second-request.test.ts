import { expect } from 'chai';
import {
  asBegun,
  secondKeyOf,
} from '../../../src/adapters/outbound/stripe-objects/idempotency-key.js';

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
