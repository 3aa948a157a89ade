import { expect } from 'chai';
import { PasarelaError } from '../../../../../src/client.js';

describe('PasarelaError', () => {
  const facts = { message: 'no answer', code: 'timeout', outcome: 'unknown' } as const;

  it('is recognized when another copy of the package has made it, and nothing else is', () => {
    const made = new PasarelaError({ ...facts, request_id: 'id-1' });
    const copy = Object.create(Error.prototype, Object.getOwnPropertyDescriptors(made)) as unknown;
    expect([made, copy].map((error) => error instanceof PasarelaError)).to.deep.equal([true, true]);
    for (const other of [new Error('no answer'), { ...facts }, null, 'timeout']) {
      expect(other instanceof PasarelaError).to.equal(false);
    }
  });

  it('has subclasses of its own', () => {
    class Declined extends PasarelaError {}
    expect(new PasarelaError({ ...facts, request_id: 'id-1' }) instanceof Declined).to.equal(false);
    expect(new Declined({ ...facts, request_id: 'id-1' }) instanceof PasarelaError).to.equal(true);
  });
});
