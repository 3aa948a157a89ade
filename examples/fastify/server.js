import Fastify from 'fastify';
import { isPaymentError, paymentErrorStatus } from 'pasarela';
import { createPaymentsListener } from 'pasarela/node';
import { payments, payOrder } from './payments.js';

const app = Fastify();

app.setErrorHandler((error, _request, reply) => {
  if (!isPaymentError(error)) return reply.send(error);
  return reply.code(paymentErrorStatus(error)).send({ message: error.message, code: error.code });
});

app.post('/orders/:id/pay', async ({ params, body }, reply) => {
  const paid = await payOrder(params.id, body?.payment_method);
  return paid ?? reply.code(404).send({ message: 'Order not found' });
});

// The signature is over the bytes of the body, so the bodies of this scope stay as they came.
app.register(async (scope) => {
  const asBytes = { parseAs: 'buffer', bodyLimit: 1_000_000 };
  scope.addContentTypeParser('application/json', asBytes, (_request, body, done) =>
    done(null, body),
  );
  scope.post('/webhooks', ({ body, headers }) =>
    payments.receiveWebhook({ payload: body, signature: headers['stripe-signature'] }),
  );
});

// The whole HTTP interface: /shop/api/payments, /shop/doc, ... It reads the bodies itself.
const apiKeys = [process.env.API_KEY];
const listener = createPaymentsListener(payments, { prefix: '/shop', apiKeys });
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/shop/*', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
});

await app.listen({ port: process.env.PORT ?? 3000 });
export const { server } = app;
