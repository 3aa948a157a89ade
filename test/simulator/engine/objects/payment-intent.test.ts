import { expect } from 'chai';
import { changedIntent } from '../../../../src/simulator/engine/objects/payment-intent.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('changedIntent', () => {
  it('changes the given fields and leaves all others as they are, in their order', () => {
    const intent = pay(openShop());
    const changed = changedIntent(intent, { description: 'Two tickets' });
    expect(Object.entries(changed)).to.deep.equal(
      Object.entries({ ...intent, description: 'Two tickets' }),
    );
  });

  it('leaves payment details where the intent has them', () => {
    const shop = openShop();
    const created = pay(shop, 'pm_card_visa', { payment_details: { order_reference: 'A-1' } });
    const later = right(
      shop.engine.call(engineOperations.updateIntent, {
        payment_intent: pay(shop).id,
        payment_details: { order_reference: 'A-2' },
      }),
    );
    for (const intent of [created, later]) {
      const changed = changedIntent(intent, { description: 'Two tickets' });
      expect(Object.entries(changed)).to.deep.equal(
        Object.entries({ ...intent, description: 'Two tickets' }),
      );
    }
  });

  it('adds other fields at the end', () => {
    const intent = pay(openShop());
    expect(Object.entries(changedIntent(intent, { charges: [] }))).to.deep.equal(
      Object.entries({ ...intent, charges: [] }),
    );
  });
});
