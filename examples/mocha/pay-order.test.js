import assert from 'node:assert/strict';
import { startFakeServer } from 'pasarela/fake-server';
import { Stripe } from 'stripe';
import { payOrder } from './pay-order.js';

describe('an order', () => {
  let server;
  let controls;
  let stripe;
  let order;
  let tests = 0;

  before(async () => {
    server = await startFakeServer();
  });

  // Each test has an account of its own.
  beforeEach(() => {
    const key = `sk_test_shop${++tests}`;
    const { hostname: host, port } = new URL(server.url);
    stripe = new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0 });
    ({ controls } = server.account(key).processor);
    order = { id: '1001', cents: 1999 };
  });

  after(() => server.close());

  const pay = (card) => payOrder(stripe, order, card);
  const paid = () => stripe.paymentIntents.retrieve(order.intent);

  it('is charged to the cent', async () => {
    assert.equal(await pay('pm_card_visa'), 'succeeded');
    assert.equal((await paid()).amount_received, 1999);
  });

  it('takes another card after a decline', async () => {
    assert.equal(await pay('pm_card_visa_chargeDeclined'), 'declined');
    assert.equal(await pay('pm_card_visa'), 'succeeded');
  });

  it('is charged once by two clicks', async () => {
    await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_visa')]);
    assert.equal((await stripe.charges.list()).data.length, 1);
  });

  it('waits until the customer has authenticated', async () => {
    assert.equal(await pay('pm_card_authenticationRequired'), 'requires_action');
    controls.completeChallenge(order.intent);
    assert.equal((await paid()).status, 'succeeded');
  });

  it('is paid when the answer is lost', async () => {
    controls.failNext({ on: 'confirm', with: 'cut_short' });
    await assert.rejects(pay('pm_card_visa'), { type: 'StripeAPIError' });
    assert.equal((await paid()).status, 'succeeded');
  });
});
