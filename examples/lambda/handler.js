import { isPaymentError, paymentErrorStatus } from 'pasarela';
import { createFetchHandler } from 'pasarela/fetch';
import { payments, payOrder } from './payments.js';

const shop = createFetchHandler(payments, { prefix: '/shop', apiKeys: [process.env.API_KEY] });

const routes = {
  'POST /webhooks': async (request) =>
    Response.json(
      await payments.receiveWebhook({
        payload: await request.arrayBuffer(),
        signature: request.headers.get('stripe-signature') ?? undefined,
      }),
    ),
  'POST /orders/pay': async (request) => {
    const { order, payment_method } = await request.json();
    const paid = await payOrder(order, payment_method);
    return Response.json(paid ?? { message: 'Order not found' }, { status: paid ? 200 : 404 });
  },
};

const answer = async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/shop/')) return shop(request);
  const route = routes[`${request.method} ${pathname}`];
  if (route === undefined) return Response.json({ message: 'Not found' }, { status: 404 });
  try {
    return await route(request);
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    const { message, code } = error;
    return Response.json({ message, code }, { status: paymentErrorStatus(error) });
  }
};

/** A Lambda function behind a function URL or an HTTP API (payload format 2.0). */
export const handler = async (event) => {
  const { method } = event.requestContext.http;
  const { domainName } = event.requestContext;
  // The signature of a webhook is over the bytes of the body, so the body must not become JSON or text on its way.
  const body = event.body && Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  const query = event.rawQueryString ? `?${event.rawQueryString}` : '';
  const response = await answer(
    new Request(`https://${domainName}${event.rawPath}${query}`, {
      method,
      headers: event.headers,
      body: ['GET', 'HEAD'].includes(method) ? undefined : body,
    }),
  );
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
};
