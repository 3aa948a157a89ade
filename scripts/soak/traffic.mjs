import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export const apiKey = ['soak', 'client', 'key', '0123456789'].join('-');
export const webhookSecret = ['whsec', 'soak', '0123456789'].join('_');

/** Bytes that are no good request; the service answers 400 or closes. */
const hostile = [
  'GET http://[/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'POST /api/payments HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  '\x16\x03\x01\x02\x00',
  'POST /api/payments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"amount":',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
];

const textOf = (body = '') => (typeof body === 'string' ? body : JSON.stringify(body));

/** Clients that call a service until they are stopped, each one request after the other. */
export const startTraffic = (address, clients) => {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const statuses = new Map();
  const unexpected = [];
  const stopping = new AbortController();
  let count = 0;

  const call = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = textOf(body);
      const asked = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(sent === ''
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
            ...headers,
          },
        },
        (response) => {
          const { statusCode: status } = response;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          response.toArray().then((chunks) => {
            resolve({ status, text: Buffer.concat(chunks).toString() });
          }, reject);
        },
      );
      asked.on('error', reject);
      asked.end(sent);
    });

  const expected = async (status, ...given) => {
    const answer = await call(...given);
    // Whoever calls with wrong keys again and again has to wait.
    const isRefused = status === 401 && answer.status === 429;
    if (answer.status !== status && !isRefused)
      unexpected.push(`${given[0]} ${given[1]}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer.status < 300 ? JSON.parse(answer.text).data : {};
  };

  const attack = (bytes) =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        socket.end(bytes, 'latin1');
      });
      socket.on('data', () => undefined);
      socket.on('error', () => undefined);
      socket.on('close', resolve);
    });

  const pay = async (name) => {
    const amount = count % 10 === 0 ? 4.02 : 1 + (count % 500);
    const keyed = (step) => ({ 'idempotency-key': `${name}-${step}` });
    const payment = { amount, customer_id: 'cus_soak', payment_method: 'pm_soak' };
    const { id } = await expected(201, 'POST', '/api/payments', payment, keyed('create'));
    const status = amount === 4.02 ? 402 : 200;
    await expected(status, 'POST', '/api/payments/confirm', { paymentId: id }, keyed('confirm'));
    // A client that repeats gets the first answer.
    await expected(status, 'POST', '/api/payments/confirm', { paymentId: id }, keyed('confirm'));
    if (status === 200 && count % 4 === 0) {
      const refund = { chargeId: id.replace('pi_', 'ch_'), amount: 50 };
      await expected(201, 'POST', '/api/payments/refund', refund, keyed('refund'));
    }
  };

  const event = async (name) => {
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id: `evt_${name.replaceAll('-', '_')}`,
      object: 'event',
      type: 'charge.succeeded',
      created: now,
      livemode: false,
      data: { object: { id: 'ch_1', object: 'charge', note: 'x'.repeat(1500) } },
    });
    const proof = createHmac('sha256', webhookSecret).update(`${now}.${body}`).digest('hex');
    await expected(200, 'POST', '/api/webhooks', body, {
      'stripe-signature': `t=${now},v1=${proof}`,
    });
  };

  const kinds = [
    pay,
    pay,
    pay,
    event,
    event,
    (name) =>
      expected(201, 'POST', '/api/customers', { email: 'ana@example.com', name, phone: '1' }),
    () => expected(200, 'GET', '/api/customers?limit=10'),
    () => expected(200, 'GET', '/api/payments?userId=cus_soak'),
    () => expected(200, 'GET', '/api/payments/pi_1x100'),
    () => expected(200, 'GET', '/api/events?limit=10'),
    () => expected(404, 'GET', '/api/payments/nobody'),
    () => expected(400, 'POST', '/api/payments', { amount: '1,5' }),
    () => expected(400, 'POST', '/api/customers', '{"email":'),
    () => expected(401, 'GET', '/api/customers', undefined, { authorization: 'Bearer wrong' }),
    () => expected(413, 'POST', '/api/customers', JSON.stringify({ name: 'x'.repeat(120_000) })),
    () => attack(hostile[count % hostile.length]),
  ];

  const work = async (client) => {
    while (!stopping.signal.aborted) {
      count += 1;
      await kinds[(count * 7 + client) % kinds.length](`${client}-${count}`);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return {
    count: () => count,
    statuses,
    unexpected,
    stop: async () => {
      stopping.abort();
      await running;
      agent.destroy();
    },
  };
};
