import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const capture = ({ engine }: Shop, payment_intent: string, params: object = {}) =>
  engine.call(engineOperations.captureIntent, { payment_intent, ...params });

const alreadyCaptured =
  'This PaymentIntent could not be captured because it has already been captured.';

describe('a second capture', () => {
  it('of a payment that was captured automatically says so', () => {
    const shop = openShop();
    const { id } = pay(shop);
    expect(refusal(capture(shop, id))).to.include({
      status: 400,
      code: 'payment_intent_unexpected_state',
      message: alreadyCaptured,
    });
  });

  it('of the whole amount says so too', () => {
    const shop = openShop();
    const { id } = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    right(capture(shop, id));
    expect(refusal(capture(shop, id)).message).to.equal(alreadyCaptured);
  });

  // Source: step 18 of recording 04.
  it('after a part says that the rest was released', () => {
    const shop = openShop();
    const { id } = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    right(capture(shop, id, { amount_to_capture: 1500 }));
    expect(refusal(capture(shop, id)).message).to.equal(
      'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.',
    );
  });
});
