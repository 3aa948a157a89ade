import { expect } from 'chai';
import { missingAsNotFound } from '../../src/application/missing-as-not-found.js';
import type { ProcessorRefused } from '../../src/domain/payment-error.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

const refused = (code: string | null, param: string | null): ProcessorRefused => ({
  _tag: 'ProcessorRefused',
  status: 404,
  message: "No such customer: 'cus_1'",
  code,
  param,
});

describe('missingAsNotFound', () => {
  for (const param of [null, 'id', 'customer', 'intent']) {
    it(`takes resource_missing about ${param} for the object that was asked for`, () => {
      expect(missingAsNotFound('customer')(refused('resource_missing', param))).to.deep.equal({
        _tag: 'NotFound',
        resource: 'customer',
      });
    });
  }

  it('leaves what is missing besides, such as a cursor', () => {
    const error = refused('resource_missing', 'starting_after');
    expect(missingAsNotFound('customer')(error)).to.equal(error);
  });

  it('leaves every other error', () => {
    const others = [
      refused('parameter_unknown', 'id'),
      refused(null, null),
      paymentErrors.CardError,
      paymentErrors.ProcessorUnavailable,
      paymentErrors.Unexpected,
    ];
    for (const error of others) expect(missingAsNotFound('customer')(error)).to.equal(error);
  });
});
