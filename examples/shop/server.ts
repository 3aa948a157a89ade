import express, { type RequestHandler } from 'express';
import type { Handler } from './answers.ts';
import { openShop } from './shop.ts';

const shop = await openShop();
const app = express();

// Bodies stay as they come: the signature of a webhook is over its bytes.
app.use(express.text({ type: () => true, limit: '1mb' }));

const route =
  (handle: Handler): RequestHandler<{ id: string }> =>
  async ({ params: { id }, headers, body = '' }, response) => {
    const answer = await handle({ id, headers, body });
    response.status(answer.status).set(answer.headers).send(answer.body);
  };

app.get('/', route(shop.home));
app.post('/orders', route(shop.placeOrder));
app.get('/orders', route(shop.listOrders));
app.get('/orders/:id', route(shop.showOrder));
app.post('/orders/:id/pay', route(shop.payOrder));
app.post('/orders/:id/refunds', route(shop.refundOrder));
app.post('/webhooks', route(shop.receiveWebhook));

const server = app.listen(process.env['PORT'] ?? 3000);

process.once('SIGTERM', () => {
  server.close();
  shop.stop();
});
