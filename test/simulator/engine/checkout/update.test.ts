import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  openCheckout,
  retrieveSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { eventTypes } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('the update of a checkout session', () => {
  it('changes its metadata, without an event', () => {
    const { engine, session } = openCheckout({ metadata: { order: '7', gift: 'yes' } });
    const types = eventTypes(engine, () => {
      right(
        ask(engine, engineOperations.updateCheckoutSession, {
          session,
          metadata: { gift: '', note: 'a' },
        }),
      );
    });
    expect(types).to.deep.equal([]);
    expect(retrieveSession({ engine, session })['metadata']).to.deep.equal({
      order: '7',
      note: 'a',
    });
  });

  it('refuses what it cannot change', () => {
    const { engine, session } = openCheckout();
    expect(
      refusal(ask(engine, engineOperations.updateCheckoutSession, { session, line_items: ['a'] })),
    ).to.include({
      status: 400,
      message: 'This simulator does not simulate the parameter: line_items',
    });
  });
});
