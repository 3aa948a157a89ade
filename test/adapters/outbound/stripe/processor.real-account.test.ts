import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { describeStripeProcessor, type TestFramework } from '../../../../src/contract.js';
import { createStripeProcessor } from '../../../../src/stripe.js';
import { listClauses, printingFramework, realAccount } from './support/real-account.js';

const key = (...parts: ReadonlyArray<string>) => parts.join('_');

describe('the real account for the contract suite', () => {
  for (const kind of ['sk', 'rk']) {
    it(`is read from STRIPE_TEST_KEY, ${kind}_test_...`, () => {
      const secretKey = key(kind, 'test', 'name');
      expect(realAccount({ STRIPE_TEST_KEY: secretKey })).to.deep.equal(
        E.right({ secretKey, rawCardNumbers: false, cards: 'sources' }),
      );
      expect(
        realAccount({
          STRIPE_TEST_KEY: secretKey,
          STRIPE_TEST_RAW_CARDS: 'true',
          STRIPE_TEST_CARDS: 'payment_methods',
        }),
      ).to.deep.equal(E.right({ secretKey, rawCardNumbers: true, cards: 'payment_methods' }));
    });

    it(`is refused with a live key, ${kind}_live_...`, () => {
      const refusal = realAccount({ STRIPE_TEST_KEY: key(kind, 'live', 'name') });
      expect(refusal).to.have.property('left').that.includes('is a live key');
      expect(refusal).to.have.property('left').that.does.not.include('name');
    });
  }

  for (const wrong of [key('pk', 'test', 'name'), 'name', `${key('sk', 'test', 'name')}\n`]) {
    it(`is refused with ${JSON.stringify(wrong)}`, () => {
      expect(E.isLeft(realAccount({ STRIPE_TEST_KEY: wrong }))).to.equal(true);
    });
  }

  it('is absent when the variable is not set', () => {
    expect(realAccount({})).to.deep.equal(E.right(null));
    expect(realAccount({ STRIPE_TEST_KEY: '' })).to.deep.equal(E.right(null));
  });
});

const account = realAccount(process.env);

if (E.isLeft(account)) throw new Error(account.left);

const { secretKey, rawCardNumbers, cards } = account.right ?? {
  secretKey: key('sk', 'test', 'none'),
  rawCardNumbers: process.env['STRIPE_TEST_RAW_CARDS'] === 'true',
  cards: 'sources' as const,
};

const state = (framework: TestFramework): void => {
  describeStripeProcessor(
    "the Stripe adapter against Stripe's test mode",
    () => createStripeProcessor({ secretKey, cards }),
    { rawCardNumbers, cards },
    framework,
  );
};

if (account.right === null) {
  const { lines, count } = listClauses(state);
  console.info(
    [`not run, ${count} clauses: there is no STRIPE_TEST_KEY (docs/stripe.md)`, ...lines].join(
      '\n',
    ),
  );

  describe('without a real account', () => {
    it('the clauses that would run are listed', () => {
      expect(count).to.be.greaterThan(100);
      expect(lines[0]).to.equal("the Stripe adapter against Stripe's test mode");
      expect(lines).to.include('    - createRefund with a repeated key refunds once');
      expect(lines.filter((line) => line.includes('left out: ')).join('\n'))
        .to.include('[needs controls.injectFault]')
        .and.not.include('createRefund with a repeated key');
    });
  });
} else {
  describe('with a real account', () => {
    state(printingFramework);
  });
}
