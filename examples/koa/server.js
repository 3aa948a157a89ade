import { Router } from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { koaSwagger } from 'koa2-swagger-ui';
import { isPaymentError, paymentErrorStatus } from 'pasarela';
import { createPaymentsRouter } from 'pasarela/koa';
import { payments, payOrder } from './payments.js';

const app = new Koa();

app.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    ctx.status = paymentErrorStatus(error);
    ctx.body = { message: error.message, code: error.code };
  }
});

// The whole HTTP interface: /shop/api/payments, /shop/doc, ... It reads the bodies itself.
const apiKeys = [process.env.API_KEY];
app.use(createPaymentsRouter(payments, { prefix: '/shop', apiKeys, reference: 'open' }).routes());

// It keeps the body as it was sent in rawBody: the signature of a webhook is over its bytes.
app.use(bodyParser({ jsonLimit: '1mb' }));

const router = new Router();

router.post('/webhooks', async (ctx) => {
  const signature = ctx.get('stripe-signature');
  ctx.body = await payments.receiveWebhook({ payload: ctx.request.rawBody, signature });
});

router.post('/orders/:id/pay', async (ctx) => {
  const paid = await payOrder(ctx.params.id, ctx.request.body.payment_method);
  if (paid === undefined) ctx.status = 404;
  ctx.body = paid ?? { message: 'Order not found' };
});

// A Swagger page of your own, with the document of the interface.
router.get(
  '/docs',
  koaSwagger({ routePrefix: false, swaggerOptions: { url: '/shop/doc/openapi.json' } }),
);

app.use(router.routes());

export const server = app.listen(process.env.PORT ?? 3000);
