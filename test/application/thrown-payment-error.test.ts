import { expect } from 'chai';
import type * as thrownPaymentError from '../../src/application/thrown-payment-error.js';
import { isPaymentError } from '../../src/application/thrown-payment-error.js';

const copy = new URL('../../src/application/thrown-payment-error.js?copy', import.meta.url);

describe('an error that another copy of the package threw', () => {
  it('is a payment error here too', async () => {
    const other: typeof thrownPaymentError = await import(copy.href);
    expect(other.isPaymentError).not.to.equal(isPaymentError);
    expect(isPaymentError(other.asThrown({ _tag: 'WebhookSecretMissing' }))).to.equal(true);
  });
});
