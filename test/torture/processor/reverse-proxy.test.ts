import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import {
  type Exchange,
  type ProcessorAnswer,
  startReverseProxy,
} from '../../../src/torture/processor/reverse-proxy.js';
import { until } from '../../support/time/until.js';
import { anOrder, type ProcessorInTest, useProcessors } from './support/processors.js';

describe('the address of the processor in a torture test', () => {
  const start = useProcessors();

  const call = async (
    { processor }: ProcessorInTest,
    method: string,
    path: string,
    { headers = {}, chunks = [] as ReadonlyArray<string> } = {},
  ) => {
    const sent = requestHttp(`${processor.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${processor.apiKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  };
  const raw = async ({ processor }: ProcessorInTest, sent: string): Promise<string> => {
    const socket = connect(Number(new URL(processor.url).port), '127.0.0.1');
    socket.write(sent);
    return text(socket);
  };
  const authorization = ({ processor }: ProcessorInTest) =>
    `host: 127.0.0.1\r\nauthorization: Bearer ${processor.apiKey}\r\n`;

  it('answers with the bytes and headers of the processor', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const { headers, status, text: body } = await call(test, 'GET', '/v1/payment_intents?limit=3');
    expect(status).to.equal(200);
    expect(headers['request-id']).to.match(/^req_/);
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['content-length']).to.equal(String(body.length));
    expect(JSON.parse(body)).to.include({ object: 'list' });
  });

  it('passes on a body in chunks', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const chunks = ['amount=10', '01&curr', 'ency=eur'];
    expect((await call(test, 'POST', '/v1/payment_intents', { chunks })).status).to.equal(200);
    expect(test.of('call')[0]).to.include({ order: 1, amount: 1001, status: 200 });
  });

  it('answers HEAD', async () => {
    const test = await start();
    const { status, text: body } = await call(test, 'HEAD', '/v1/payment_intents');
    expect([status, body]).to.deep.equal([200, '']);
  });

  it('lets the processor refuse a body that is too large', async () => {
    const test = await start();
    const chunks = ['a='.padEnd(20_000_000, 'x')];
    const { status } = await call(test, 'POST', '/v1/payment_intents', { chunks });
    expect(status).to.equal(400);
    expect((await call(test, 'GET', '/v1/balance')).status).to.equal(200);
    expect(test.problems).to.deep.equal([]);
  });

  it('answers a request that offers another protocol, and closes its connection', async () => {
    const test = await start();
    const answer = await raw(
      test,
      `GET /v1/balance HTTP/1.1\r\n${authorization(test)}connection: upgrade\r\nupgrade: h2c\r\n\r\n`,
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  it('refuses what is not HTTP', async () => {
    const test = await start();
    expect(await raw(test, 'PAY ME\r\n\r\n')).to.match(/^HTTP\/1\.1 400 /);
  });

  it('passes on nothing of a caller that leaves in the middle of its request', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const socket = connect(Number(new URL(test.processor.url).port), '127.0.0.1');
    socket.write(
      `POST /v1/payment_intents HTTP/1.1\r\n${authorization(test)}content-length: 100\r\n\r\namount=1001`,
    );
    await once(socket, 'ready');
    socket.destroy();
    expect((await call(test, 'GET', '/v1/payment_intents')).text).to.include('"data": []');
    expect(test.of('call')).to.have.lengthOf(1);
    expect(test.problems).to.deep.equal([]);
  });

  describe('in front of any server', () => {
    const closing: Array<() => Promise<void>> = [];
    afterEach(async () => {
      await Promise.all(closing.splice(0).map((close) => close()));
    });
    const startProxy = async (handle: (exchange: Exchange) => Promise<void>) => {
      const problems: Array<unknown> = [];
      const proxy = await startReverseProxy({
        port: 0,
        target: () => 'http://127.0.0.1:1',
        handle,
        onProblem: (problem) => problems.push(problem),
      });
      closing.push(proxy.close);
      return { url: proxy.url, problems };
    };
    const made: ProcessorAnswer = {
      status: 200,
      headers: {},
      rawHeaders: ['content-length', '4'],
      body: Buffer.from('paid'),
    };

    it('breaks a call off and tells of it when that server does not answer', async () => {
      const { url, problems } = await startProxy(async ({ forward, answer }) => {
        await answer(await forward());
      });
      expect(await fetch(`${url}/v1/balance`).catch(() => 'broken off')).to.equal('broken off');
      expect(String(problems[0])).to.include('ECONNREFUSED');
    });

    it('knows that a caller has left', async () => {
      const sent: Array<unknown> = [];
      const waiting: Array<() => void> = [];
      const { url } = await startProxy(async (exchange) => {
        if (exchange.request.url === '/v1/soon') {
          await exchange.answer(made);
          return;
        }
        await new Promise<void>((resolve) => void waiting.push(resolve));
        sent.push(
          await (exchange.request.url === '/v1/cut' ? exchange.cut(made) : exchange.answer(made)),
        );
      });
      const leaving = new AbortController();
      const calls = ['cut', 'answer'].map((path) =>
        fetch(`${url}/v1/${path}`, { signal: leaving.signal }).catch(() => 'left'),
      );
      await until(() => waiting.length === 2);
      leaving.abort();
      expect(await Promise.all(calls)).to.deep.equal(['left', 'left']);
      // The ends of their connections have arrived before a later request.
      expect(await (await fetch(`${url}/v1/soon`)).text()).to.equal('paid');
      for (const go of waiting) go();
      await until(() => sent.length === 2);
      expect(sent).to.have.members([undefined, null]);
    });
  });

  // Node 20 never lets go of a connection that is reset while it is being ended, and the program never exits.
  it('lets go of connections that their callers end while they are broken off', async () => {
    const proxy = await startReverseProxy({
      port: 0,
      target: () => '',
      handle: async ({ request, breakOff }) => {
        for (let turns = Number(request.url.slice('/v1/'.length)); turns > 0; turns -= 1) {
          await setImmediate();
        }
        breakOff();
      },
      onProblem: () => undefined,
    });
    const open = () =>
      process.getActiveResourcesInfo().filter((name) => name.startsWith('TCPSocket'));
    const before = open().length;
    const leave = async (turns: number): Promise<void> => {
      const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
      socket.on('error', () => undefined).resume();
      socket.end(`GET /v1/${turns} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
      await new Promise((resolve) => void socket.once('close', resolve));
    };
    await Promise.all(Array.from({ length: 20 }, (_, turns) => leave(turns)));
    await proxy.close();
    await until(() => open().length <= before);
  });

  it('answers several requests on one connection', async () => {
    const test = await start();
    const get = `GET /v1/balance HTTP/1.1\r\n${authorization(test)}`;
    const answers = await raw(test, `${get}\r\n${get}connection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 200 /g)).to.have.lengthOf(2);
  });

  it('takes requests that were meant for the host of Stripe', async () => {
    const test = await start();
    const headers = { host: 'api.stripe.com' };
    expect((await call(test, 'GET', '/v1/balance', { headers })).status).to.equal(200);
  });

  it('refuses a page of another site whose name was pointed to this machine', async () => {
    const test = await start();
    for (const host of ['shop.example', 'stripe.com.shop.example']) {
      const answer = await call(test, 'GET', '/v1/balance', { headers: { host } });
      expect(answer.status).to.equal(403);
    }
  });

  it('serves the stand-in for Stripe.js, whose calls come to this address', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const script = await fetch(`${test.processor.url}/v3/`);
    expect(await script.text()).to.include(`"${test.processor.url}"`);
    const origin = 'https://shop.example';
    const preflight = await fetch(`${test.processor.url}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).to.equal(204);
    const { id, client_secret } = await test
      .stripe()
      .paymentIntents.create({ amount: 1001, currency: 'eur' });
    const confirmed = await fetch(`${test.processor.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        key: test.processor.publishableKey,
        client_secret: client_secret ?? '',
        payment_method: 'pm_card_visa',
        return_url: `${origin}/`,
      }),
    });
    expect(confirmed.headers.get('access-control-allow-origin')).to.equal(origin);
    expect(confirmed.status).to.equal(200);
    expect(test.of('call').at(-1)).to.include({
      order: 1,
      call: null,
      byBrowser: true,
      state: 'succeeded',
    });
    expect(test.of('call')).to.have.lengthOf(2);
  });

  it('passes on a stream that goes on', async () => {
    const test = await start();
    const leaving = new AbortController();
    const { body, headers } = await fetch(`${test.processor.url}/_processor/console/feed`, {
      signal: leaving.signal,
    });
    expect(headers.get('content-type')).to.match(/event-stream/);
    expect((await body?.getReader().read())?.done).to.equal(false);
    leaving.abort();
  });

  it('cannot be a port that is taken', async () => {
    const test = await start();
    const port = Number(new URL(test.processor.url).port);
    const problem: unknown = await start({ port }).catch((error: unknown) => error);
    expect(problem).to.be.instanceOf(TortureProblem);
    expect(String(problem)).to.include(`port ${port}`);
  });

  it('breaks off what is on its way when it is closed', async () => {
    const late = { kind: 'answer_late', call: 1, ms: 60_000 } as const;
    const test = await start({ orders: [anOrder(1, [late])] });
    const left = call(test, 'POST', '/v1/payment_intents', {
      chunks: ['amount=1001&currency=eur'],
    }).catch(() => 'broken off');
    await until(() => test.of('incident').length === 1);
    await test.processor.close();
    expect(await left).to.equal('broken off');
    await until(() => test.processor.busy() === 0);
    expect(test.problems).to.deep.equal([]);
  });
});
