import { expect } from 'chai';
import { createMemoryProcessor } from '../../../src/memory.js';
import { memoryAccount } from '../../../src/simulator/engine/account.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import { openShop } from '../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../adapters/outbound/memory/support/outcomes.js';

describe('the account', () => {
  it('may take payments and pay them out, and has the id that the engine was given', () => {
    const account = right(openShop().engine.call(engineOperations.retrieveAccount, {}));
    expect(account).to.include({
      id: 'acct_1',
      object: 'account',
      charges_enabled: true,
      payouts_enabled: true,
      country: 'ES',
      default_currency: 'eur',
    });
  });

  it('of the in-memory processor is always the same, in test mode', async () => {
    for (const seed of ['one', 'two']) {
      const { retrieveAccount } = createMemoryProcessor({ seed });
      expect(await retrieveAccount?.()).to.deep.equal({
        _tag: 'Right',
        right: { id: memoryAccount, livemode: false },
      });
    }
  });
});
