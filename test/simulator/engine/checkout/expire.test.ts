import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  createSession,
  openCheckout,
  retrieveSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { eventTypes, noon } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const expire = ({ engine, session }: ReturnType<typeof openCheckout>) =>
  ask(engine, engineOperations.expireCheckoutSession, { session });

describe('a checkout session that expires', () => {
  it('when told loses its page, once', () => {
    const shop = openCheckout();
    const types = eventTypes(shop.engine, () => {
      expect(right(expire(shop))).to.include({ status: 'expired', url: null });
    });
    expect(types).to.deep.equal(['checkout.session.expired']);
    // The spelling of the processor, as clients that wait for this sentence have observed it.
    expect(refusal(expire(shop))).to.include({
      status: 400,
      type: 'invalid_request_error',
      message:
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    });
    shop.processor.controls.clock.advance(24 * 60 * 60);
    expect(retrieveSession(shop)).to.include({ status: 'expired' });
  });

  it('cancels the intent of a declined payment', () => {
    const shop = openCheckout();
    const { controls } = shop.processor;
    const { payment_intent } = controls.completeCheckout(shop.session, {
      card: '4000000000000002',
    });
    const types = eventTypes(shop.engine, () => right(expire(shop)));
    expect(types).to.deep.equal(['payment_intent.canceled', 'checkout.session.expired']);
    expect(
      right(
        shop.engine.call(engineOperations.retrieveIntent, { payment_intent: payment_intent ?? '' }),
      ),
    ).to.include({ status: 'canceled' });
  });

  it('by the clock does so at its own time, also among others', () => {
    const shop = openCheckout();
    const { engine, processor } = shop;
    const soon = String(right(createSession(shop, { expires_at: String(noon + 3600) }))['id']);
    const sooner = String(right(createSession(shop, { expires_at: String(noon + 1800) }))['id']);
    const expired: Array<readonly [id: unknown, created: number]> = [];
    engine.onEvent(({ type, data, created }) => {
      if (type === 'checkout.session.expired') expired.push([data.object['id'], created]);
    });
    processor.controls.clock.advance(1799);
    expect(expired).to.deep.equal([]);
    processor.controls.clock.advance(2000);
    expect(expired).to.deep.equal([
      [sooner, noon + 1800],
      [soon, noon + 3600],
    ]);
    expect(retrieveSession(shop)).to.include({ status: 'open' });
    processor.controls.clock.advance(24 * 60 * 60);
    expect(expired.at(-1)).to.deep.equal([shop.session, noon + 24 * 60 * 60]);
  });

  it('is not one that is complete', () => {
    const shop = openCheckout();
    shop.processor.controls.completeCheckout(shop.session);
    expect(refusal(expire(shop)).message).to.match(/has a status of `complete`\.$/);
    shop.processor.controls.clock.advance(24 * 60 * 60);
    expect(retrieveSession(shop)).to.include({ status: 'complete' });
  });
});
