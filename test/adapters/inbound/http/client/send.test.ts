import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { createClientWith } from '../../../../../src/adapters/inbound/http/client/create-client.js';
import {
  type Fetch,
  sleepUnlessAborted,
} from '../../../../../src/adapters/inbound/http/client/send.js';
import {
  type ClientOptions,
  createClient,
  type PasarelaClient,
} from '../../../../../src/client.js';
import { everyOddAnswer, startLossyProxy } from '../../../../support/http/start-lossy-proxy.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { at } from '../../../../support/json/at.js';
import { journeys } from '../../../../support/service/journeys.js';
import { useService } from '../../../../support/service/use-service.js';
import { failureOf } from './failure-of.js';

const order = { customer_id: 'cus_1', amount: '10', payment_method: 'card_1', confirm: true };

type Reply = () => Response | Promise<Response>;

type Sent = { readonly url: string; readonly init: Parameters<Fetch>[1] };

/** A client whose service gives these replies, the last one again and again. */
const scripted = (replies: ReadonlyArray<Reply>, options: Partial<ClientOptions> = {}) => {
  const sent: Array<Sent> = [];
  const pauses: Array<number> = [];
  let ids = 0;
  const client = createClientWith(
    {
      newId: () => {
        ids += 1;
        return `id-${ids}`;
      },
      random: () => 1,
      sleep: async (ms) => {
        pauses.push(ms);
      },
    },
    {
      baseUrl: 'https://pay.internal',
      fetch: async (url, init) => {
        sent.push({ url, init });
        const reply = replies[Math.min(sent.length, replies.length) - 1];
        if (reply === undefined) throw new Error('no reply');
        return reply();
      },
      ...options,
    },
  );
  return { client, sent, pauses };
};

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers });

const refusal = (
  status: number,
  facts: { readonly code?: string | null; readonly outcome?: string },
  headers: Record<string, string> = {},
): Reply => json(status, { status: false, message: 'Texto', code: null, ...facts }, headers);

const html =
  (status: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response('<h1>Gateway</h1>', {
      status,
      headers: { 'content-type': 'text/html', ...headers },
    });

const paid = json(201, { status: true, statusCode: 201, message: 'Hecho', data: { id: 'pi_1' } });

const lost: Reply = () =>
  Promise.reject(new TypeError('fetch failed', { cause: new Error('reset') }));

const unsent: Reply = () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  return Promise.reject(new TypeError('fetch failed', { cause }));
};

const pay = (client: PasarelaClient, idempotencyKey?: string) =>
  client.createPaymentIntent(order, idempotencyKey === undefined ? {} : { idempotencyKey });

describe('a call of the client', () => {
  it('sends its key, its id and its input as JSON', async () => {
    const { client, sent } = scripted([paid], { apiKey: 'key-of-the-shop' });
    expect(await pay(client)).to.deep.equal({ id: 'pi_1' });
    const [{ url, init } = { url: '', init: undefined }] = sent;
    expect(url).to.equal('https://pay.internal/api/payments');
    expect(init).to.deep.include({
      method: 'POST',
      body: JSON.stringify(order),
      redirect: 'manual',
    });
    expect(init?.headers).to.deep.equal({
      accept: 'application/json',
      authorization: 'Bearer key-of-the-shop',
      'content-type': 'application/json',
      'idempotency-key': 'id-1',
      'x-request-id': 'id-2',
    });
  });

  it('reads without a key, and writes its fields into the query', async () => {
    const { client, sent } = scripted([paid]);
    await client.listRefunds({ id: 'pi_1', limit: 5, starting_after: undefined });
    expect(sent[0]?.url).to.equal('https://pay.internal/api/payments/pi_1/refunds?limit=5');
    expect(sent[0]?.init).not.to.have.property('body');
    expect(sent[0]?.init.headers).to.have.all.keys('accept', 'x-request-id');
  });

  const repeated: ReadonlyArray<readonly [string, Reply]> = [
    ['a lost answer', lost],
    ['a connection that was not made', unsent],
    ['a 503 of a proxy', html(503)],
    ['a 500 of a proxy', html(500)],
    [
      'an answer that was cut off',
      () => new Response('{"status":true,"da', { headers: { 'content-type': 'application/json' } }),
    ],
    [
      'a key in use',
      refusal(409, { code: 'idempotency_key_in_use', outcome: 'unknown' }, { 'retry-after': '1' }),
    ],
    [
      'a service without its processor',
      refusal(503, { code: 'processor_unavailable', outcome: 'unknown' }, { 'retry-after': '2' }),
    ],
    [
      'too many requests',
      refusal(429, { code: 'too_many_requests', outcome: 'unknown' }, { 'retry-after': '3' }),
    ],
  ];
  for (const [what, reply] of repeated) {
    it(`is repeated after ${what}, with the same key and body`, async () => {
      const { client, sent, pauses } = scripted([reply, paid]);
      expect(await pay(client)).to.deep.equal({ id: 'pi_1' });
      expect(sent).to.have.length(2);
      expect(sent[1]?.url).to.equal(sent[0]?.url);
      expect({ ...sent[1]?.init, signal: null }).to.deep.equal({ ...sent[0]?.init, signal: null });
      expect(pauses).to.have.length(1);
    });
  }

  it('waits longer before each repetition, and as long as the service asks', async () => {
    const { client, pauses } = scripted([lost], { maxRetries: 6 });
    await failureOf(pay(client));
    expect(pauses).to.deep.equal([250, 500, 1000, 2000, 4000, 4000]);
    const asked = scripted([refusal(503, { outcome: 'unknown' }, { 'retry-after': '2' }), paid]);
    await pay(asked.client);
    expect(asked.pauses).to.deep.equal([2200]);
  });

  const final: ReadonlyArray<readonly [string, Reply, object]> = [
    [
      'a decline',
      refusal(402, { code: 'card_declined' }),
      { status: 402, code: 'card_declined', outcome: 'not_done' },
    ],
    [
      'an invalid input',
      refusal(400, {}),
      { status: 400, code: null, outcome: 'not_done', message: 'Texto' },
    ],
    [
      'a 500 of the service',
      refusal(500, { outcome: 'unknown' }),
      { status: 500, outcome: 'unknown' },
    ],
    [
      'a 5xx of the service without an outcome',
      refusal(501, {}),
      { status: 501, outcome: 'unknown' },
    ],
    [
      'a service that asks for a minute',
      refusal(
        503,
        { code: 'idempotency_key_in_doubt', outcome: 'unknown' },
        { 'retry-after': '60' },
      ),
      { status: 503, code: 'idempotency_key_in_doubt', outcome: 'unknown', retry_after: 60 },
    ],
    [
      'a redirect',
      html(302, { location: 'https://login.internal/' }),
      { status: 302, code: 'redirected', outcome: 'not_done' },
    ],
    [
      'a redirect that a browser hides',
      () => Response.error(),
      { code: 'redirected', outcome: 'unknown' },
    ],
    [
      'a page in place of an answer',
      html(200),
      { status: 200, code: 'unexpected_answer', outcome: 'unknown' },
    ],
    [
      'a page that was not found',
      html(404),
      { status: 404, code: 'unexpected_answer', outcome: 'not_done' },
    ],
    [
      'the JSON of another service',
      json(200, { ok: true }),
      { code: 'unexpected_answer', outcome: 'unknown' },
    ],
    [
      'an empty answer',
      () => new Response(null, { status: 204 }),
      { code: 'unexpected_answer', outcome: 'unknown' },
    ],
  ];
  for (const [what, reply, facts] of final) {
    it(`is not repeated after ${what}`, async () => {
      const { client, sent } = scripted([reply]);
      const error = await failureOf(pay(client));
      expect(error).to.include({ idempotency_key: 'id-1', request_id: 'id-2', ...facts });
      expect(sent).to.have.length(1);
    });
  }

  it('ends in doubt when the answers stay lost, and says how to go on', async () => {
    const { client, sent } = scripted([lost]);
    const error = await failureOf(pay(client, 'order-42'));
    expect(error).to.include({
      code: 'connection_failed',
      outcome: 'unknown',
      idempotency_key: 'order-42',
      message:
        'the connection to https://pay.internal/api/payments broke. It may have been done: repeat it with the idempotencyKey order-42, or look it up',
    });
    expect(Reflect.get(error, 'status')).to.equal(undefined);
    expect(sent).to.have.length(3);
  });

  it('did nothing when no connection was made', async () => {
    const error = await failureOf(pay(scripted([unsent]).client));
    expect(error).to.include({ code: 'connection_failed', outcome: 'not_done' });
    expect(error.message).to.equal('no connection to https://pay.internal/api/payments');
  });

  const doubts: ReadonlyArray<readonly [string, Reply, 'not_done' | 'unknown']> = [
    ['a connection that was not made', unsent, 'unknown'],
    ['a refused API key', refusal(401, { code: 'unauthorized' }), 'unknown'],
    ['an unknown path', refusal(404, {}), 'unknown'],
    ['a page that was not found', html(404), 'unknown'],
    ['a redirect', html(301), 'unknown'],
    ['a decline', refusal(402, { code: 'card_declined' }), 'not_done'],
    ['an unknown customer', refusal(404, { code: 'resource_missing' }), 'not_done'],
    [
      'a service that knows that nothing was done',
      refusal(503, { outcome: 'not_done' }),
      'not_done',
    ],
  ];
  for (const [what, reply, outcome] of doubts) {
    it(`after a lost answer, is ${outcome} with ${what}`, async () => {
      const { client } = scripted([lost, reply]);
      expect((await failureOf(pay(client))).outcome).to.equal(outcome);
    });
  }

  it('did nothing when it was refused at the door, unless its key may have been used before', async () => {
    for (const reply of [
      refusal(429, { code: 'too_many_requests', outcome: 'unknown' }),
      refusal(503, { code: 'overloaded', outcome: 'unknown' }),
    ]) {
      expect((await failureOf(pay(scripted([reply]).client))).outcome).to.equal('not_done');
      expect((await failureOf(pay(scripted([reply]).client, 'order-42'))).outcome).to.equal(
        'unknown',
      );
    }
  });

  it('leaves a key of the caller in doubt until the service says what became of it', async () => {
    for (const [what, reply, outcome] of doubts) {
      const error = await failureOf(pay(scripted([reply]).client, 'order-42'));
      expect(error.outcome, what).to.equal(outcome);
    }
    const { client, sent } = scripted([paid]);
    const signal = AbortSignal.abort();
    const call = client.createPaymentIntent(order, { signal, idempotencyKey: 'order-42' });
    expect(await failureOf(call)).to.include({ code: 'aborted', outcome: 'unknown' });
    expect(sent).to.deep.equal([]);
  });

  it('that only reads never did anything', async () => {
    for (const reply of [lost, html(500), refusal(500, { outcome: 'unknown' })]) {
      const error = await failureOf(scripted([reply]).client.getPayment({ id: 'pi_1' }));
      expect(error).to.include({ outcome: 'not_done', idempotency_key: undefined });
    }
  });

  it('is made once with maxRetries 0, of the client or of the call', async () => {
    const never = scripted([lost], { maxRetries: 0 });
    await failureOf(pay(never.client));
    expect(never.sent).to.have.length(1);
    const atOnce = scripted([lost]);
    await failureOf(atOnce.client.createPaymentIntent(order, { maxRetries: 0 }));
    expect(atOnce.sent).to.have.length(1);
  });

  it('is not sent when its signal has aborted, and not repeated when it aborts', async () => {
    const before = scripted([paid]);
    const signal = AbortSignal.abort(new Error('too late'));
    const error = await failureOf(before.client.createPaymentIntent(order, { signal }));
    expect(error).to.include({ code: 'aborted', outcome: 'not_done' });
    expect(String(error.cause)).to.contain('too late');
    expect(before.sent).to.deep.equal([]);
    const controller = new AbortController();
    const between = scripted([
      () => {
        controller.abort();
        throw new TypeError('fetch failed');
      },
    ]);
    const call = between.client.createPaymentIntent(order, { signal: controller.signal });
    expect(await failureOf(call)).to.include({ code: 'aborted', outcome: 'unknown' });
    expect(between.sent).to.have.length(1);
    const later = new AbortController();
    const waiting = createClientWith(
      {
        newId: () => 'id',
        random: () => 0,
        sleep: async () => later.abort(),
      },
      { baseUrl: 'https://pay.internal', fetch: async () => lost() },
    );
    const last = waiting.createPaymentIntent(order, { signal: later.signal });
    expect(await failureOf(last)).to.include({ code: 'aborted', outcome: 'unknown' });
  });
});

describe('sleepUnlessAborted', () => {
  it('ends with its time, or as soon as its signal aborts', async () => {
    await sleepUnlessAborted(1);
    await sleepUnlessAborted(1_000_000, AbortSignal.abort());
    const controller = new AbortController();
    const asleep = sleepUnlessAborted(1_000_000, controller.signal);
    controller.abort();
    await asleep;
  });
});

describe('a call of the client over HTTP', () => {
  const service = useService();
  const paths: Array<string> = [];
  const address = useHttpServer((request, response) => {
    const { url = '' } = request;
    paths.push(url);
    if (url.startsWith('/slow')) return;
    if (url.startsWith('/moved')) {
      response.writeHead(307, { location: `${service.address}/api/customers` }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
    response.write('{"status":true');
    setImmediate(() => response.destroy());
  });
  const contact = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };

  it('pays once when every first answer is lost', async () => {
    const { customer, card } = journeys(service.call);
    const customer_id = await customer();
    const payment_method = await card(customer_id);
    const proxy = await startLossyProxy(service.address, everyOddAnswer);
    try {
      const pasarela = createClient({ baseUrl: proxy.url });
      const made = { customer_id, payment_method, amount: '10', confirm: true };
      const payment = await pasarela.createPaymentIntent(made);
      expect(payment.status).to.equal('succeeded');
      expect(proxy.lost().answers).to.equal(1);
      const { data } = await pasarela.listPayments({ userId: customer_id });
      expect(data.map(({ id }) => id)).to.deep.equal([payment.id]);
    } finally {
      await proxy.close();
    }
  });

  const at0 = (path: string) => createClient({ baseUrl: `${address()}${path}`, maxRetries: 0 });

  it('rejects when its time is over, and may have been done', async () => {
    const error = await failureOf(at0('/slow').createCustomer(contact, { timeoutMs: 20 }));
    expect(error).to.include({ code: 'timeout', outcome: 'unknown' });
    expect(error.message).to.match(/^no answer within 20 ms\. It may have been done/);
  });

  it('rejects when its signal ends it', async () => {
    const controller = new AbortController();
    const call = at0('/slow').createCustomer(contact, { signal: controller.signal });
    controller.abort();
    expect(await failureOf(call)).to.include({ code: 'aborted', outcome: 'unknown' });
  });

  it('names the URL without its query, which can name a customer', async () => {
    const moved = html(302, { location: 'https://login.internal/?state=5' });
    for (const reply of [lost, html(502), moved]) {
      const { client } = scripted([reply], { maxRetries: 0 });
      const { message } = await failureOf(client.listCustomers({ email: 'ana@example.com' }));
      expect(message).to.include('https://pay.internal/api/customers');
      expect(message).not.to.match(/ana|state/);
    }
  });

  it('does not read an answer without an end', async () => {
    const piece = new Uint8Array(8 * 1024 * 1024);
    let read = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => {
        read += 1;
        controller.enqueue(piece);
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const { client, sent } = scripted([() => new Response(endless)]);
    const error = await failureOf(client.createPaymentIntent(order));
    expect(error).to.include({ code: 'unexpected_answer', outcome: 'unknown' });
    expect([sent.length, cancelled, read < 8]).to.deep.equal([1, true, true]);
  });

  it('reads the answer of a fetch without streams of the web', async () => {
    const answer = await paid();
    const { client } = scripted([], {
      fetch: async () => ({
        status: answer.status,
        headers: answer.headers,
        body: {},
        text: () => answer.text(),
      }),
    });
    expect((await client.createPaymentIntent(order)).id).to.equal('pi_1');
  });

  it('rejects when an answer is cut off', async () => {
    const error = await failureOf(at0('/cut').createCustomer(contact));
    expect(error).to.include({ code: 'connection_failed', outcome: 'unknown' });
  });

  it('follows no redirect', async () => {
    const email = 'redirected@example.com';
    const error = await failureOf(at0('/moved').createCustomer({ ...contact, email }));
    expect(error).to.include({ code: 'redirected', outcome: 'not_done' });
    expect(error.message).to.contain(`redirects to ${service.address}/api/customers`);
    const { data } = await createClient({ baseUrl: service.address }).listCustomers({ email });
    expect(data).to.deep.equal([]);
  });

  it('did nothing when nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${String(at(server.address(), 'port'))}`;
    server.close();
    await once(server, 'close');
    const pasarela = createClient({ baseUrl, maxRetries: 0 });
    const error = await failureOf(pasarela.createCustomer(contact));
    expect(error).to.include({ code: 'connection_failed', outcome: 'not_done' });
  });
});
