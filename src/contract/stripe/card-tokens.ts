import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { hasPrefix } from './profile-facts.js';
import { testCard } from './test-cards.js';

const brands = [
  ['4242424242424242', 'Visa', 'credit'],
  ['4000056655665556', 'Visa', 'debit'],
  ['5555555555554444', 'MasterCard', 'credit'],
  ['2223003122003222', 'MasterCard', 'credit'],
  ['5200828282828210', 'MasterCard', 'debit'],
  ['5105105105105100', 'MasterCard', 'prepaid'],
  ['378282246310005', 'American Express', 'credit'],
  ['371449635398431', 'American Express', 'credit'],
  ['6011111111111117', 'Discover', 'credit'],
] as const;

const visa = '4242424242424242';

const invalid = [
  [
    'a number that fails its check digit',
    testCard('4242424242424241'),
    'incorrect_number',
    'number',
  ],
  [
    'a month that does not exist',
    testCard(visa, { exp_month: 13 }),
    'invalid_expiry_month',
    'exp_month',
  ],
  ['a year in the past', testCard(visa, { exp_year: 2020 }), 'invalid_expiry_year', 'exp_year'],
  ['a year too far ahead', testCard(visa, { exp_year: 2150 }), 'invalid_expiry_year', 'exp_year'],
  ['a security code of two digits', testCard(visa, { cvc: '73' }), 'invalid_cvc', 'cvc'],
] as const;

/** Card tokens. */
export const stripeCardTokensArea = ({ describe, itWith }: Suite): void => {
  describe("tokens of Stripe's test cards", () => {
    for (const [number, brand, funding] of brands) {
      itWith(
        ['fixtures.card'],
        `createCardToken recognizes ${brand} ${funding} …${number.slice(-4)}`,
        async (processor) => {
          const details = testCard(number);
          const token = await mustSucceed(processor).createCardToken(details);
          hasPrefix('the id of a token', token.id, 'tok_');
          hasPrefix('the id of its card', token.card.id, 'card_');
          assert.equal(token.used, false, 'a new token is not used');
          const { last4, exp_month, exp_year } = token.card;
          assert.deepEqual(
            [token.card.brand, token.card.funding, last4, exp_month, exp_year],
            [brand, funding, number.slice(-4), details.exp_month, details.exp_year],
            'the card of a token has brand, funding, last four digits and expiry',
          );
        },
      );
    }

    itWith(
      ['fixtures.card'],
      'createCardToken gives the same number the same fingerprint',
      async (processor) => {
        const fingerprintOf = async (number: string) =>
          (await mustSucceed(processor).createCardToken(testCard(number))).card.fingerprint;
        const first = await fingerprintOf(visa);
        assert.equal(typeof first, 'string', 'a card has a fingerprint');
        assert.equal(await fingerprintOf(visa), first, 'the same number has the same fingerprint');
        assert.notEqual(
          await fingerprintOf('5555555555554444'),
          first,
          'another number has another fingerprint',
        );
      },
    );

    for (const [what, details, code, param] of invalid) {
      itWith(['fixtures.card'], `createCardToken refuses ${what}: ${code}`, async (processor) => {
        const task = processor.createCardToken(details);
        const facts = { code, param, charge: null, payment_intent: null };
        await failWith('createCardToken', task, 'CardError', facts);
      });
    }
  });
};
