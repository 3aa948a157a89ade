import express from 'express';
import { isPaymentError, paymentErrorStatus } from 'pasarela';
import { createPaymentsListener } from 'pasarela/node';
import { payments, payOrder } from './payments.js';

const app = express();

// The signature is over the bytes of the body, so this route comes before express.json().
app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), async (request, response) => {
  const signature = request.get('stripe-signature');
  response.json(await payments.receiveWebhook({ payload: request.body, signature }));
});

// The whole HTTP interface: /shop/api/payments, /shop/doc, ...
const apiKeys = [process.env.API_KEY];
app.use('/shop', createPaymentsListener(payments, { apiKeys }));

app.post('/orders/:id/pay', express.json(), async ({ params, body }, response) => {
  const paid = await payOrder(params.id, body?.payment_method);
  if (paid === undefined) response.status(404).json({ message: 'Order not found' });
  else response.json(paid);
});

app.use((error, _request, response, next) => {
  if (!isPaymentError(error)) return next(error);
  response.status(paymentErrorStatus(error)).json({ message: error.message, code: error.code });
});

export const server = app.listen(process.env.PORT ?? 3000);
