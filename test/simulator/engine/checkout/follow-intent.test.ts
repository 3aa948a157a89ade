import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  openCheckout,
  retrieveSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { eventTypes } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

// A payment of which the bank decides later. The session is complete, and the shop must wait for an event.
const openSlowCheckout = (form: Parameters<typeof openCheckout>[0] = {}) => {
  const shop = openCheckout(form);
  const { controls } = shop.processor;
  controls.failNext({ on: 'confirm', with: 'processing' });
  const { payment_intent, ...session } = controls.completeCheckout(shop.session);
  expect(session).to.include({ status: 'complete', payment_status: 'unpaid' });
  return { ...shop, controls, intent: payment_intent ?? '' };
};

describe('a checkout session whose payment takes its time', () => {
  it('is paid when the bank approves', () => {
    const { engine, session, controls, intent } = openSlowCheckout();
    const types = eventTypes(engine, () => {
      controls.settle(intent);
    });
    expect(types.at(-1)).to.equal('checkout.session.async_payment_succeeded');
    expect(types).not.to.include('checkout.session.completed');
    expect(retrieveSession({ engine, session })).to.include({ payment_status: 'paid' });
  });

  it('stays unpaid when the bank declines', () => {
    const { engine, session, controls, intent } = openSlowCheckout();
    const types = eventTypes(engine, () => {
      controls.fail(intent);
    });
    expect(types.at(-1)).to.equal('checkout.session.async_payment_failed');
    expect(retrieveSession({ engine, session })).to.include({
      status: 'complete',
      payment_status: 'unpaid',
    });
  });

  it('waits for the capture when the bank only authorizes', () => {
    const { engine, controls, intent, session } = openSlowCheckout({
      payment_intent_data: { capture_method: 'manual' },
    });
    const types = eventTypes(engine, () => {
      controls.settle(intent);
    });
    expect(types.some((type) => type.startsWith('checkout.'))).to.equal(false);
    right(engine.call(engineOperations.captureIntent, { payment_intent: intent }));
    expect(retrieveSession({ engine, session })).to.include({ payment_status: 'paid' });
  });
});

describe('an expired checkout session', () => {
  it('does not come back when its intent moves', () => {
    const shop = openCheckout();
    const { controls } = shop.processor;
    const { payment_intent } = controls.completeCheckout(shop.session, {
      card: '4000002760003184',
    });
    right(shop.engine.call(engineOperations.expireCheckoutSession, { session: shop.session }));
    expect(() => controls.completeChallenge(payment_intent ?? '')).to.throw();
    expect(retrieveSession(shop)).to.include({ status: 'expired', payment_status: 'unpaid' });
  });
});
