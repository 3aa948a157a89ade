import Koa from 'koa';
import { createPayments } from 'pasarela';
import { createPaymentsRouter } from 'pasarela/koa';
import { createMemoryProcessor } from 'pasarela/memory';

const payments = createPayments({ processor: createMemoryProcessor() });
const router = createPaymentsRouter(payments, { prefix: '/shop' });
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.address().port}/shop/api/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', name: 'Ada', phone: '+34600000000' }),
  });
  const { message } = await answer.json();
  console.log(`${answer.status} ${message}`);
  server.close();
  server.closeAllConnections();
});
