import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { describePaymentProcessor } from '../../../../src/contract.js';
import { createStripeProcessor } from '../../../../src/stripe.js';
import { printingFramework } from './support/printing-framework.js';
import { realAccount } from './support/real-account.js';

const key = (...parts: ReadonlyArray<string>) => parts.join('_');

describe('the real account that the contract suite may run against', () => {
  for (const kind of ['sk', 'rk']) {
    it(`is that of STRIPE_TEST_KEY, ${kind}_test_...`, () => {
      const secretKey = key(kind, 'test', 'name');
      expect(realAccount({ STRIPE_TEST_KEY: secretKey })).to.deep.equal(
        E.right({ secretKey, rawCardNumbers: false }),
      );
      expect(
        realAccount({ STRIPE_TEST_KEY: secretKey, STRIPE_TEST_RAW_CARDS: 'true' }),
      ).to.deep.equal(E.right({ secretKey, rawCardNumbers: true }));
    });

    it(`is never that of a live key, ${kind}_live_...`, () => {
      const refusal = realAccount({ STRIPE_TEST_KEY: key(kind, 'live', 'name') });
      expect(refusal).to.have.property('left').that.includes('is a live key');
      expect(refusal).to.have.property('left').that.does.not.include('name');
    });
  }

  for (const wrong of [key('pk', 'test', 'name'), 'name', `${key('sk', 'test', 'name')}\n`]) {
    it(`is none with ${JSON.stringify(wrong)}`, () => {
      expect(E.isLeft(realAccount({ STRIPE_TEST_KEY: wrong }))).to.equal(true);
    });
  }

  it('is none when the variable is not set', () => {
    expect(realAccount({})).to.deep.equal(E.right(null));
    expect(realAccount({ STRIPE_TEST_KEY: '' })).to.deep.equal(E.right(null));
  });
});

const account = realAccount(process.env);

if (E.isLeft(account)) throw new Error(account.left);

if (account.right !== null) {
  const { secretKey, rawCardNumbers } = account.right;
  describe('with a real account', function () {
    this.timeout(120_000);
    describePaymentProcessor(
      "the Stripe adapter against Stripe's test mode",
      () => createStripeProcessor({ secretKey }),
      { rawCardNumbers },
      printingFramework,
    );
  });
}
