const { afterAll, beforeAll, beforeEach, expect, test } = require('@jest/globals');
const { startFakeServer } = require('pasarela/fake-server');
const Stripe = require('stripe');
const { payOrder } = require('./pay-order.js');

let server;
let controls;
let stripe;
let order;
let tests = 0;

beforeAll(async () => {
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

afterAll(() => server.close());

const pay = (card) => payOrder(stripe, order, card);
const paid = () => stripe.paymentIntents.retrieve(order.intent);

test('an order is charged to the cent', async () => {
  expect(await pay('pm_card_visa')).toBe('succeeded');
  expect((await paid()).amount_received).toBe(1999);
});

test('after a decline the order takes another card', async () => {
  expect(await pay('pm_card_visa_chargeDeclined')).toBe('declined');
  expect(await pay('pm_card_visa')).toBe('succeeded');
});

test('two clicks charge once', async () => {
  await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_visa')]);
  expect((await stripe.charges.list()).data.length).toBe(1);
});

test('a payment waits until the customer has authenticated', async () => {
  expect(await pay('pm_card_authenticationRequired')).toBe('requires_action');
  controls.completeChallenge(order.intent);
  expect((await paid()).status).toBe('succeeded');
});

test('a payment whose answer is lost is found', async () => {
  controls.failNext({ on: 'confirm', with: 'cut_short' });
  await expect(pay('pm_card_visa')).rejects.toMatchObject({ type: 'StripeAPIError' });
  expect((await paid()).status).toBe('succeeded');
});
