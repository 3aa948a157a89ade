import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { attemptControl } from '../../../../../../src/adapters/inbound/http/koa/processor/attempt-control.js';
import { asThrown } from '../../../../../../src/application/thrown-payment-error.js';

const throwing = (error: Error) => () => {
  throw error;
};

describe('a control of the processor, attempted', () => {
  it('gives its result', () => {
    expect(attemptControl(() => 1)).to.deep.equal(E.right(1));
  });

  it('gives the payment error that it throws', () => {
    const error = asThrown({ _tag: 'NotFound', resource: 'refund' });
    expect(attemptControl(throwing(error))).to.have.property('left', error);
  });

  it('lets a defect through', () => {
    const defect = new TypeError('a defect');
    expect(() => attemptControl(throwing(defect))).to.throw(defect);
  });
});
