import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Handler } from './answers.ts';
import { openShop } from './shop.ts';

const shop = await openShop();
const app = new Hono();

// Whoever sends more could fill the memory. Hono cuts the connection a moment later, with the next request if there is one.
app.use(
  bodyLimit({
    maxSize: 1_000_000,
    onError: (context) => context.text('the body is too long', 413, { connection: 'close' }),
  }),
);

// Bodies stay as they come: the signature of a webhook is over its bytes.
const route =
  (handle: Handler) =>
  async ({ req }: Context): Promise<Response> => {
    const id = req.param('id') ?? '';
    const answer = await handle({ id, headers: req.header(), body: await req.text() });
    return new Response(answer.body, answer);
  };

app.get('/', route(shop.home));
app.post('/orders', route(shop.placeOrder));
app.get('/orders', route(shop.listOrders));
app.get('/orders/:id', route(shop.showOrder));
app.post('/orders/:id/pay', route(shop.payOrder));
app.post('/orders/:id/refunds', route(shop.refundOrder));
app.post('/webhooks', route(shop.receiveWebhook));

const server = serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) });

process.once('SIGTERM', () => {
  server.close();
  shop.stop();
});
