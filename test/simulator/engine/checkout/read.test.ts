import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  createSession,
  openCheckout,
  retrieveSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at, listAt } from '../../../support/json/at.js';

describe('checkout sessions', () => {
  it('are found by customer, intent, email address and status', () => {
    const shop = openCheckout();
    const { engine, customer, processor } = shop;
    const first = shop.session;
    processor.controls.completeCheckout(first, { email: 'eva@example.com' });
    const second = String(right(createSession(shop, { customer }))['id']);
    const third = String(right(createSession(shop, { customer }))['id']);
    right(ask(engine, engineOperations.expireCheckoutSession, { session: third }));
    const found = (form: WireHash) =>
      listAt(right(ask(engine, engineOperations.listCheckoutSessions, form)), 'data').map((one) =>
        at(one, 'id'),
      );
    const intent = String(retrieveSession({ engine, session: first })['payment_intent']);
    expect(found({})).to.deep.equal([third, second, first]);
    expect(found({ customer })).to.deep.equal([third, second]);
    expect(found({ customer, status: 'open' })).to.deep.equal([second]);
    expect(found({ status: 'complete' })).to.deep.equal([first]);
    expect(found({ payment_intent: intent })).to.deep.equal([first]);
    expect(found({ payment_intent: intent, customer })).to.deep.equal([]);
    expect(found({ payment_intent: 'pi_none' })).to.deep.equal([]);
    expect(found({ customer_details: { email: 'eva@example.com' } })).to.deep.equal([first]);
  });

  it('show their intent and its charge when expanded', () => {
    const { engine, session, processor } = openCheckout();
    processor.controls.completeCheckout(session);
    const shown = retrieveSession({ engine, session }, 'payment_intent.latest_charge', 'customer');
    expect(shown).to.have.nested.include({
      customer: null,
      'payment_intent.status': 'succeeded',
      'payment_intent.latest_charge.billing_details.email': 'ana@example.com',
    });
  });

  it('that are unknown are a 404', () => {
    const { engine } = openCheckout();
    expect(
      refusal(ask(engine, engineOperations.retrieveCheckoutSession, { session: 'cs_none' })),
    ).to.deep.include({
      status: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_none'",
    });
  });
});
