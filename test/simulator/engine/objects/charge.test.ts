import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('a changed charge', () => {
  it('has all fields in their order', () => {
    const { engine, ...shop } = openShop();
    const charge = pay({ engine, ...shop }).latest_charge ?? '';
    const before = right(engine.call(engineOperations.retrieveCharge, { charge }));
    const description = 'Two tickets';
    const after = right(engine.call(engineOperations.updateCharge, { charge, description }));
    expect(Object.entries(after)).to.deep.equal(Object.entries({ ...before, description }));
  });
});
