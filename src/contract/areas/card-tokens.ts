import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';

/** Card tokens. */
export const cardTokens = (suite: Suite): void => {
  const { describe, it, expected } = suite.needing('features.cardTokens', 'fixtures.card');

  describe('card tokens', () => {
    it('createCardToken returns a token of the card', async (processor) => {
      const details = processor.given.card();
      const token = await mustSucceed(processor).createCardToken(details);
      expected.isId('the id of a token', token.id, 'token');
      assert.equal(token.used, false, 'a new token is not used');
      const { last4, exp_month, exp_year } = token.card;
      assert.deepEqual(
        [last4, exp_month, exp_year],
        [details.number.slice(-4), details.exp_month, details.exp_year],
        'the card of a token has its last four digits and its expiry',
      );
    });

    it('createCardToken returns neither the number nor the security code', async (processor) => {
      // checkedProcessor looks for the number and the code in every answer of the suite.
      const token = await mustSucceed(processor).createCardToken(processor.given.card());
      for (const field of ['number', 'cvc', 'card.number', 'card.cvc']) {
        assert.equal(fieldOf(token, field), undefined, `a token has no ${field}`);
      }
    });
  });
};
