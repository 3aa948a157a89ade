import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A processor that speaks enough of Stripe's protocol for the soak, and keeps nothing: whatever grows, grows in the service. The id
 * of a payment says its amount.
 */
const created = 1_800_000_000;
let made = 0;

const page = (path, data) => ({ object: 'list', data, has_more: false, url: path });
const charge = (payment, amount) => ({
  id: payment.replace('pi_', 'ch_'),
  object: 'charge',
  amount,
  amount_refunded: 0,
  captured: true,
  created,
  currency: 'eur',
  paid: true,
  payment_intent: payment,
  refunded: false,
  status: 'succeeded',
});
const payment = (id, form, status) => {
  const amount = Number(id.split('x')[1]);
  const isPaid = status === 'succeeded';
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: isPaid ? amount : 0,
    client_secret: `${id}_secret_soak`,
    created,
    currency: 'eur',
    customer: form.get('customer') ?? 'cus_soak',
    latest_charge: isPaid ? charge(id, amount) : null,
    livemode: false,
    metadata: { pasarela_key: form.get('metadata[pasarela_key]') ?? '' },
    payment_method: form.get('payment_method') ?? 'pm_soak',
    payment_method_types: ['card'],
    status,
  };
};
const customer = (id, form) => ({
  id,
  object: 'customer',
  created,
  email: form.get('email') ?? 'ana@example.com',
  name: form.get('name') ?? 'Ana',
  phone: form.get('phone') ?? '1',
});

const declined = {
  error: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
};
const unknown = {
  error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' },
};

const answer = (method, path, form) => {
  made += 1;
  const [, , kind, id, act] = path.split('/');
  if (id === 'nobody') return [404, unknown];
  if (kind === 'customers') {
    return id === undefined && method === 'GET'
      ? [200, page(path, [customer('cus_1', form), customer('cus_2', form)])]
      : [200, customer(id ?? `cus_${made}`, form)];
  }
  if (kind === 'refunds') {
    const amount = Number(form.get('amount') ?? 100);
    const of = form.get('charge') ?? 'ch_1x100';
    return [
      200,
      {
        id: `re_${made}`,
        object: 'refund',
        amount,
        charge: of,
        created,
        currency: 'eur',
        status: 'succeeded',
      },
    ];
  }
  if (kind !== 'payment_intents') return [404, unknown];
  if (act === 'confirm') {
    return id?.endsWith('x402') ? [402, declined] : [200, payment(id, form, 'succeeded')];
  }
  if (id !== undefined) return [200, payment(id, form, 'requires_confirmation')];
  return method === 'GET'
    ? [
        200,
        page(
          path,
          ['pi_1x100', 'pi_2x200'].map((one) => payment(one, form, 'succeeded')),
        ),
      ]
    : [200, payment(`pi_${made}x${form.get('amount')}`, form, 'requires_confirmation')];
};

const respond = async (request, response) => {
  const chunks = await request.toArray();
  const { pathname } = new URL(request.url, 'http://processor');
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const [status, body] = answer(request.method, pathname, form);
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${made}` });
  response.end(JSON.stringify(body));
};

const server = createServer((request, response) => {
  // A caller that left needs no answer.
  respond(request, response).catch(() => response.destroy());
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send(`http://127.0.0.1:${server.address().port}`);
