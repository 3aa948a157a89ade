import Fastify, { type RouteHandlerMethod } from 'fastify';
import type { Handler } from './answers.ts';
import { openShop } from './shop.ts';

const shop = await openShop();
const app = Fastify();

// Bodies stay as they come: the signature of a webhook is over its bytes.
app.removeAllContentTypeParsers();
const asText = { parseAs: 'string', bodyLimit: 1_000_000 } as const;
app.addContentTypeParser('*', asText, (_request, body, done) => done(null, body));

const route =
  (handle: Handler): RouteHandlerMethod =>
  async ({ params, headers, body }, reply) => {
    const { id } = params as { id: string };
    const answer = await handle({ id, headers, body: String(body ?? '') });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  };

app.get('/', route(shop.home));
app.post('/orders', route(shop.placeOrder));
app.get('/orders', route(shop.listOrders));
app.get('/orders/:id', route(shop.showOrder));
app.post('/orders/:id/pay', route(shop.payOrder));
app.post('/orders/:id/refunds', route(shop.refundOrder));
app.post('/webhooks', route(shop.receiveWebhook));

await app.listen({ port: Number(process.env['PORT'] ?? 3000) });

process.once('SIGTERM', async () => {
  await app.close();
  await shop.stop();
});
