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
    it(`turns resource_missing about ${param} into NotFound`, () => {
      expect(missingAsNotFound('customer')(refused('resource_missing', param))).to.deep.equal({
        _tag: 'NotFound',
        resource: 'customer',
      });
    });
  }

  it('keeps resource_missing about something else, such as a cursor', () => {
    const error = refused('resource_missing', 'starting_after');
    expect(missingAsNotFound('customer')(error)).to.equal(error);
  });

  it('keeps every other error', () => {
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
