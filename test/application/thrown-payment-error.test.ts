import { expect } from 'chai';
import type * as thrownPaymentError from '../../src/application/thrown-payment-error.js';
import { asThrown, isPaymentError } from '../../src/application/thrown-payment-error.js';
import {
  describePaymentError,
  paymentErrorCode,
  paymentErrorKind,
} from '../../src/domain/payment-error-facts.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

const copy = new URL('../../src/application/thrown-payment-error.js?copy', import.meta.url);

describe('asThrown', () => {
  for (const error of Object.values(paymentErrors)) {
    it(`makes an Error of ${error._tag} with its text, its kind, its code and all its facts`, () => {
      const thrown = asThrown(error);
      expect(thrown).to.be.instanceOf(Error);
      expect(thrown.name).to.equal('PaymentError');
      expect(thrown.message).to.equal(describePaymentError(error));
      expect(thrown.code).to.equal(paymentErrorCode(error));
      expect(thrown.kind).to.equal(paymentErrorKind(error));
      expect(thrown.stack).to.be.a('string');
      expect(thrown).to.include({ ...error, code: thrown.code });
      expect(isPaymentError(thrown)).to.equal(true);
    });
  }

  it('adds the advice for a refusal to the message', () => {
    const error = { ...paymentErrors.ProcessorRefused, advice: 'tokenize_on_client' } as const;
    expect(asThrown(error).message).to.match(/^Too many requests This account does not accept/);
    expect(asThrown(error)).to.have.property('advice', 'tokenize_on_client');
  });

  it('makes the only errors that isPaymentError accepts', () => {
    const others: ReadonlyArray<unknown> = [
      new Error('x'),
      Object.assign(new Error('x'), { _tag: 'CardError', code: null }),
      { _tag: 'NotFound', resource: 'customer' },
      null,
      undefined,
      'CardError',
    ];
    for (const other of others) expect(isPaymentError(other)).to.equal(false);
  });
});

describe('isPaymentError', () => {
  it('recognizes an error of another copy of the package', async () => {
    const other: typeof thrownPaymentError = await import(copy.href);
    expect(other.isPaymentError).not.to.equal(isPaymentError);
    expect(isPaymentError(other.asThrown({ _tag: 'WebhookSecretMissing' }))).to.equal(true);
  });
});
