import { Router } from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';

// Koa with as many routes as the service has: what a start costs at least. It imports nothing else, and prints its address.
const routes = Number(process.argv[2]);

const app = new Koa();
const router = new Router();
for (let n = 0; n < routes; n += 1) {
  router.get(`/api/resource${n}/:id`, (ctx) => {
    ctx.body = { status: true };
  });
}
router.get('/health', (ctx) => {
  ctx.body = { status: true };
});
app.use(bodyParser()).use(router.routes());
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object')
    process.stdout.write(`listens on http://127.0.0.1:${address?.port}\n`);
});
