import { expect } from 'chai';
import { changedCharge } from '../../../../src/simulator/engine/objects/charge.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('changedCharge', () => {
  it('changes the given fields and leaves all others as they are, in their order', () => {
    const shop = openShop();
    const charge = right(
      shop.engine.call(engineOperations.retrieveCharge, { charge: pay(shop).latest_charge ?? '' }),
    );
    expect(Object.entries(changedCharge(charge, { description: 'Two tickets' }))).to.deep.equal(
      Object.entries({ ...charge, description: 'Two tickets' }),
    );
  });
});
