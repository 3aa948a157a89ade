import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { all, get, run, together } from '../../../examples/torture/support/database.mjs';
import { serve } from '../../../examples/torture/support/server.mjs';

// The thinnest shop in front of `pasarela serve`: it keeps orders, and leaves payments and webhooks to the service. A kill hits both.
const { SERVICE_PROGRAM, STRIPE_URL, STRIPE_KEY, WEBHOOK_SECRET, DATABASE } = process.env;

const markPaid = (intent) =>
  run(
    "UPDATE orders SET state = 'paid', shipments = shipments + 1 WHERE intent = ? AND state = 'open'",
    intent,
  );

/** Handles an event of the service. It may come again, and events may come in any order. */
const handleEvent = ({ id, type, data: { object } }) =>
  together(() => {
    if (run('INSERT OR IGNORE INTO events (id) VALUES (?)', id) === 0) return;
    if (type === 'payment_intent.succeeded') markPaid(object.id);
    if (type === 'charge.refunded') {
      run(
        'UPDATE orders SET refunded = max(refunded, ?) WHERE intent = ?',
        object.amount_refunded,
        object.payment_intent,
      );
    }
  });

/** The receiver of the events that the service forwards. */
const startReceiver = async () => {
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      handleEvent(JSON.parse(body));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return `http://127.0.0.1:${receiver.address().port}`;
};

const startService = async (forwardUrl) => {
  const service = spawn(process.execPath, [SERVICE_PROGRAM, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      STRIPE_BASE_URL: STRIPE_URL,
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_TIMEOUT_MS: '1000',
      WEBHOOK_SECRET,
      CONFIRMATION_METHOD: 'automatic',
      DATABASE_URL: `file:${DATABASE}-service`,
      IDEMPOTENCY_WAIT_MS: '5000',
      EVENT_FORWARD_URL: forwardUrl,
      EVENT_FORWARD_SECRET: ['whsec', Buffer.alloc(32, 'forwarded').toString('base64')].join('_'),
      LOCALE: 'en',
      LOG_FORMAT: 'json',
    },
  });
  // A shop without its service is no shop.
  service.once('exit', (code) => process.exit(code ?? 1));
  for await (const line of createInterface({ input: service.stdout })) {
    const url = / listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      service.stdout.resume();
      return url;
    }
  }
  throw new Error('pasarela serve did not say its address');
};

const serviceUrl = await startService(await startReceiver());

/** Calls the service. Its 4xx are answers, everything else means that nobody knows. */
const call = async (method, path, { key, body } = {}) => {
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  // 409: another request with the key is in progress.
  if (response.status >= 500 || response.status === 409) throw new Error(answer.message);
  return { refused: response.status >= 400 ? answer : null, data: answer.data };
};

const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

/** The payment intent of an order. The first one that is stored stays. */
const intentOf = async ({ id, email, card, key }) => {
  const { amount, intent } = findOrder(id);
  if (intent !== null) return intent;
  const customer = await call('POST', '/api/customers', {
    key: `order/${id}/customer`,
    body: { email, name: 'Ada Lovelace', phone: '+34600000000' },
  });
  const created = await call('POST', '/api/payments', {
    key: `order/${id}/${key}/create`,
    body: {
      customer_id: customer.data.id,
      amount_minor: amount,
      payment_method: card,
      metadata: { order: id },
    },
  });
  if (created.refused !== null) throw new Error(created.refused.message);
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.data.id, id);
  return findOrder(id).intent;
};

const answer = async (intent, message) => {
  const { data } = await call('GET', `/api/payments/${intent}`);
  if (data.status === 'succeeded') {
    markPaid(intent);
    return { outcome: 'paid' };
  }
  return {
    outcome: data.status === 'requires_action' ? 'action' : 'failed',
    payment: intent,
    message,
  };
};

const pay = async (attempt) => {
  const { id, amount, currency, card, key } = attempt;
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  const paymentId = await intentOf(attempt);
  const { refused } = await call('POST', '/api/payments/confirm', {
    key: `order/${id}/${key}/confirm`,
    body: { paymentId, payment_method: card },
  });
  return answer(paymentId, refused?.message);
};

const comeBack = ({ payment }) => answer(payment);

const refund = async ({ id, order, amount }) => {
  const payment = await call('GET', `/api/payments/${findOrder(order).intent}`);
  const { refused } = await call('POST', '/api/payments/refund', {
    key: `refund/${id}`,
    body: { chargeId: payment.data.latest_charge, amount },
  });
  // Its event tells the shop how much was given back.
  return refused === null
    ? { outcome: 'refunded' }
    : { outcome: 'failed', message: refused.message };
};

/** The processor's webhooks are the service's. */
const webhook = async (payload, signature) => {
  const { ok, status } = await fetch(`${serviceUrl}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  if (!ok) throw new Error(`the service answered ${status}`);
};

serve({ pay, comeBack, refund, webhook, orders: () => all('SELECT * FROM orders') });
