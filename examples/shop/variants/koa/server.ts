import { Router, type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import type { Handler } from './answers.ts';
import { openShop } from './shop.ts';

const shop = await openShop();
const app = new Koa();
const router = new Router();

// Bodies stay as they come: the signature of a webhook is over its bytes.
app.use(bodyParser({ enableTypes: ['text'], extendTypes: { text: ['*/*'] }, textLimit: '1mb' }));

const route =
  (handle: Handler): RouterMiddleware =>
  async (ctx) => {
    const { id = '' } = ctx.params;
    const answer = await handle({
      id,
      headers: ctx.headers,
      body: String(ctx.request.rawBody ?? ''),
    });
    ctx.status = answer.status;
    ctx.set(answer.headers);
    ctx.body = answer.body;
  };

router.get('/', route(shop.home));
router.post('/orders', route(shop.placeOrder));
router.get('/orders', route(shop.listOrders));
router.get('/orders/:id', route(shop.showOrder));
router.post('/orders/:id/pay', route(shop.payOrder));
router.post('/orders/:id/refunds', route(shop.refundOrder));
router.post('/webhooks', route(shop.receiveWebhook));
app.use(router.routes());

const server = app.listen(process.env['PORT'] ?? 3000);

process.once('SIGTERM', () => {
  server.close();
  shop.stop();
});
