import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { succeed } from '../support/expect-outcome.js';

/** The account that the processor works for, to which stores are bound. */
export const accounts = ({ describe, itWith }: Suite): void => {
  describe('account', () => {
    itWith(
      ['extras.retrieveAccount'],
      'retrieveAccount names the same test account each time',
      async ({ given: { retrieveAccount, livemode } }) => {
        assert.ok(retrieveAccount, 'the processor has no retrieveAccount');
        const account = await succeed('retrieveAccount', retrieveAccount);
        assert.ok(account.id === null || account.id !== '', 'an id is not empty');
        assert.equal(account.livemode, false, 'the contract is tested with an account for tests');
        assert.ok(livemode !== true, 'livemode must be that of the account, which is for tests');
        assert.deepEqual(
          await succeed('retrieveAccount', retrieveAccount),
          account,
          'the account is the same each time',
        );
      },
    );
  });
};
