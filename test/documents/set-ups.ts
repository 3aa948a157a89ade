const customer = `{ email: 'ada@example.com', name: 'Ada', phone: '+34600000000' }`;

const inMemory = `
import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';
const processor = createMemoryProcessor();
const payments = createPayments({ processor });
const { id: customer } = await payments.createCustomer(${customer});
const order = { customer, amount: '19.99', payment_method: 'pm_card_visa', confirm: true };
`;

const localServer = `
import { startFakeServer } from 'pasarela/fake-server';
import { Stripe } from 'stripe';
const server = await startFakeServer();
const { hostname: host, port } = new URL(server.url);
const stripe = new Stripe(server.apiKey, { protocol: 'http', host, port });
`;

const handled = (type: string): string => `
while ((await payments.listEvents({ type: '${type}', state: 'handled' })).data.length === 0) {
  await new Promise(setImmediate);
}
await payments.stop();
`;

export type SetUp = { readonly before: string; readonly after?: string };

/** Code before and after an example that begins with `js run with NAME`. */
export const setUps: Readonly<Record<string, SetUp>> = {
  payments: { before: inMemory },

  'a paid session': {
    before: inMemory,
    after: `
payments.start();
processor.controls.onEvent(payments.keepEvent);
const session = await payments.createCheckoutSession({
  line_items: [{ name: 'T-shirt', amount: '19.99' }],
  success_url: 'https://shop.example/thanks',
  client_reference_id: '6735',
});
processor.controls.completeCheckout(session.id);
${handled('paid')}`,
  },

  'a session of the local server': {
    before: `${localServer}
const { completeCheckout } = server.processor.controls;
const session = await stripe.checkout.sessions.create({
  mode: 'payment',
  line_items: [
    { price_data: { currency: 'eur', unit_amount: 1999, product_data: { name: 'Camiseta' } }, quantity: 2 },
  ],
  success_url: 'https://shop.example/thanks',
});
`,
    after: 'await server.close();',
  },

  'a request to Koa': {
    before: inMemory,
    after: `
import { once } from 'node:events';
const listening = app.listen(0, '127.0.0.1');
await once(listening, 'listening');
const answer = await fetch(\`http://127.0.0.1:\${listening.address().port}/shop/api/customers\`);
console.log(answer.status, (await answer.json()).message);
listening.close();
`,
  },

  'a webhook of Stripe': {
    before: `${localServer}
import { once } from 'node:events';
import { createServer } from 'node:http';
const shop = createServer((request, response) => receive(request, response)).listen(0, '127.0.0.1');
await once(shop, 'listening');
const { secret } = await stripe.webhookEndpoints.create({
  url: \`http://127.0.0.1:\${shop.address().port}/webhooks\`,
  enabled_events: ['payment_intent.succeeded'],
});
process.env.STRIPE_SECRET_KEY = server.apiKey;
process.env.STRIPE_BASE_URL = server.url;
process.env.WEBHOOK_SECRET = secret;
`,
    after: `
await stripe.paymentIntents.create({
  amount: 1999,
  currency: 'eur',
  payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  confirm: true,
  metadata: { order: '42' },
});
${handled('payment_intent.succeeded')}
shop.close();
await server.close();
`,
  },

  'an order': {
    before: `${localServer}
import { createPayments } from 'pasarela';
import { createStripeProcessor } from 'pasarela/stripe';
const processor = createStripeProcessor({
  secretKey: server.apiKey,
  baseUrl: server.url,
  cards: 'payment_methods',
});
`,
    after: `
const { id: customer } = await payments.createCustomer(${customer});
const paid = await pay({ number: 44, customer, cents: 1999, card: 'pm_card_visa' });
console.log(paid.status, paid.amount);
await processor.close();
await server.close();
`,
  },

  'a call': {
    before: localServer,
    after: `
import { createPayments } from 'pasarela';
import { createStripeProcessor } from 'pasarela/stripe';
const { secretKey, baseUrl } = { secretKey: server.apiKey, baseUrl: server.url };
const processor = createStripeProcessor({ secretKey, baseUrl, cards: 'payment_methods', transport });
const { email } = await createPayments({ processor }).createCustomer(${customer});
console.log(email);
await processor.close();
await server.close();
`,
  },

  'a webhook of a bank': {
    before: `
import * as TE from 'fp-ts/lib/TaskEither.js';
const isSigned = (body, signature) => signature === \`signed \${Buffer.from(body)}\`;
`,
    after: `
import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';
const payments = createPayments({ processor: { ...createMemoryProcessor(), webhooks } });
const payload = 'notification=N-1&order=000123456789&at=1700000000';
console.log(
  await payments.receiveWebhook({ payload, headers: { 'X-Bank-Signature': \`signed \${payload}\` } }),
);
const forged = payments.receiveWebhook({ payload, headers: { 'X-Bank-Signature': 'forged' } });
console.log(await forged.catch(({ _tag }) => _tag));
`,
  },

  'a service': {
    before: `${inMemory}
import { createClient } from 'pasarela/client';
import { createFetchHandler } from 'pasarela/fetch';
const handle = createFetchHandler(payments);
const pasarela = createClient({
  baseUrl: 'http://pasarela.internal',
  fetch: (url, init) => handle(new Request(url, init)),
});
`,
  },
};
