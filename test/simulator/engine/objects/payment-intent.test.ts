import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

const order = (order_reference: string) => ({ payment_details: { order_reference } });

describe('a changed payment intent', () => {
  it('has all fields in their order, also with payment details', () => {
    const shop = openShop();
    const update = <P extends object>(payment_intent: string, changes: P) =>
      right(shop.engine.call(engineOperations.updateIntent, { payment_intent, ...changes }));
    const plain = pay(shop);
    const detailed = pay(shop, 'pm_card_visa', order('A-1'));
    const later = update(pay(shop).id, order('A-2'));
    for (const intent of [plain, detailed, later]) {
      const changed = update(intent.id, { description: 'Two tickets' });
      expect(Object.entries(changed)).to.deep.equal(
        Object.entries({ ...intent, description: 'Two tickets' }),
      );
    }
  });
});
