import { mkdirSync } from 'node:fs';
import express, { type ErrorRequestHandler } from 'express';
import { createPayments, isPaymentError, paymentErrorStatus } from 'pasarela';
import { openSqliteStores } from 'pasarela/sqlite';
import { createStripeProcessor } from 'pasarela/stripe';
import { createCheckout, totalOf } from './checkout.ts';
import { openOrders } from './orders.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}`);
  return value;
};

const folder = setting('DATA_FOLDER');
mkdirSync(folder, { recursive: true });
const orders = openOrders(`${folder}/shop.db`);
const stores = await openSqliteStores({ path: `${folder}/payments.db` });
const secretKey = setting('STRIPE_SECRET_KEY');

const payments = createPayments({
  processor: createStripeProcessor({ secretKey, baseUrl: setting('STRIPE_BASE_URL') }),
  // Test payments must not ship anything in production.
  livemode: secretKey.includes('_live_'),
  webhookSecrets: [setting('WEBHOOK_SECRET')],
  stores,
  idempotencySecret: setting('IDEMPOTENCY_SECRET'),
  // The second of two presses waits for the first, and gets its answer.
  idempotency: { waitMs: 5000 },
  // After 3D Secure the payment goes on by itself, and its event tells.
  confirmationMethod: 'automatic',
  // Says which events could not be handled, and why.
  logger: console,
});
const checkout = createCheckout(payments, orders);
payments.start();

const app = express();

// Before express.json(): the signature is over the bytes of the body.
app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), async (request, response) => {
  const signature = request.get('stripe-signature');
  response.json(await payments.receiveWebhook({ payload: request.body, signature }));
});

app.use(express.json());

// The page says what it wants, never what that costs.
app.post('/orders', (request, response) => {
  const { email, name, phone, items } = request.body ?? {};
  const total = totalOf(items ?? {});
  if (![email, name, phone].every((text) => typeof text === 'string' && text !== '')) {
    response.status(400).json({ message: 'email, name and phone are required' });
  } else if (total === undefined) {
    response.status(400).json({ message: 'items is wrong' });
  } else response.status(201).json(orders.add({ email, name, phone, total }));
});

app.post('/orders/:id/pay', async (request, response) => {
  const order = orders.find(request.params.id);
  const attempt = request.get('idempotency-key') ?? '';
  if (order === undefined) response.status(404).json({ message: 'order not found' });
  else if (!/^[\w-]{1,64}$/.test(attempt)) {
    response.status(400).json({ message: 'send the attempt as Idempotency-Key' });
  } else if (order.state === 'paid') response.json({ status: 'succeeded' });
  else response.json(await checkout.pay(order, attempt, request.body?.payment_method));
});

app.get('/orders/:id', (request, response) => {
  const order = orders.find(request.params.id);
  if (order === undefined) response.status(404).json({ message: 'order not found' });
  else response.json({ state: order.state, total: order.total });
});

const answerPaymentErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (!isPaymentError(error)) return next(error);
  // 5xx: the page sends the same attempt again. 402: it asks for another card, in a new attempt.
  response.status(paymentErrorStatus(error)).json({ message: error.message, code: error.code });
};
app.use(answerPaymentErrors);

export const server = app.listen(process.env['PORT'] ?? 3000);

export const stop = async () => {
  server.close();
  await payments.stop();
  await stores.close();
  orders.close();
};
process.once('SIGTERM', stop);
