import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('the reference of a refund', () => {
  it('is available two seconds later (05.10, 05.14)', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id, destination_details } = right(
      engine.call(engineOperations.createRefund, { payment_intent: pay(shop).id }),
    );
    const card = {
      reference_status: 'pending',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    };
    expect(destination_details).to.deep.equal({ card, type: 'card' });
    expect(eventTypes(engine, () => engine.clock.advance(1))).to.deep.equal([]);
    const types = eventTypes(engine, () => engine.clock.advance(1));
    expect(types).to.deep.equal(['refund.updated', 'charge.refund.updated']);
    const later = right(engine.call(engineOperations.retrieveRefund, { refund: id }));
    expect(later.destination_details?.card).to.include({ ...card, reference_status: 'available' });
    // As many digits as a reference of the networks has: not mistaken for a card number.
    expect(later.destination_details?.card.reference).to.match(/^\d{23}$/);
    const [event] = right(engine.call(engineOperations.listEvents, { limit: 1 })).data;
    expect(event).to.include({ created: noon + 2 });
  });

  it('does not exist for an amount that was only authorized', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    right(engine.call(engineOperations.cancelIntent, { payment_intent: id }));
    expect(eventTypes(engine, () => engine.clock.advance(2))).to.deep.equal([]);
  });
});
