import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { isPaymentError, paymentErrorStatus } from 'pasarela';
import { createFetchHandler } from 'pasarela/fetch';
import { payments, payOrder } from './payments.js';

export const app = new Hono();

app.onError((error, context) => {
  if (!isPaymentError(error)) throw error;
  const { message, code } = error;
  return context.json({ message, code }, paymentErrorStatus(error));
});

app.post('/orders/:id/pay', async ({ req, json }) => {
  const { payment_method } = await req.json();
  const paid = await payOrder(req.param('id'), payment_method);
  return paid === undefined ? json({ message: 'Order not found' }, 404) : json(paid);
});

// The signature is over the bytes of the body: read them, not its JSON.
app.post('/webhooks', async ({ req, json }) => {
  const signature = req.header('stripe-signature');
  return json(await payments.receiveWebhook({ payload: await req.arrayBuffer(), signature }));
});

// The whole HTTP interface: /shop/api/payments, /shop/doc, ...
const apiKeys = [process.env.API_KEY];
const handler = createFetchHandler(payments, { prefix: '/shop', apiKeys });
app.all('/shop/*', ({ req }) => handler(req.raw));

// On Node. Deno and Bun take `app.fetch` itself.
export const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
