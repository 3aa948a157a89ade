import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { startFakeServer } from 'pasarela/fake-server';
import { Stripe } from 'stripe';
import { afterAll, expect, test } from 'vitest';

// Your webhook route: it checks the signature, as in production.
const heard = new EventEmitter();
const shop = createServer(async (request, response) => {
  const signature = request.headers['stripe-signature'];
  const event = stripe.webhooks.constructEvent(
    await text(request),
    signature,
    server.webhookSecret,
  );
  response.end();
  heard.emit(event.type, event.data.object);
}).listen(0);

const server = await startFakeServer({
  webhook: { url: `http://127.0.0.1:${shop.address().port}/webhooks` },
});
const { hostname: host, port } = new URL(server.url);
const stripe = new Stripe(server.apiKey, { protocol: 'http', host, port });
afterAll(() => Promise.all([server.close(), shop.close()]));

const order = { amount: 1999, currency: 'eur', confirm: true, return_url: 'https://shop.example' };
const pay = (card) => stripe.paymentIntents.create({ ...order, payment_method: card });

test('a declined card', async () => {
  const card = 'pm_card_visa_chargeDeclinedInsufficientFunds';
  await expect(pay(card)).rejects.toMatchObject({ decline_code: 'insufficient_funds' });
});

test('a payment, and its webhook', async () => {
  const webhook = once(heard, 'payment_intent.succeeded');
  const paid = await pay('pm_card_visa');
  const [intent] = await webhook;
  expect([intent.id, intent.amount_received]).toEqual([paid.id, 1999]);
});
