import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Logger } from '../../../src/application/ports/logger.js';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { callAt } from '../../support/http/call.js';
import { rawRequest } from '../../support/http/raw-request.js';
import { at } from '../../support/json/at.js';
import { keyOf, noon } from '../support/use-wire.js';

describe('the fake server', () => {
  const running: Array<FakeServer> = [];
  const start = async (...options: Parameters<typeof startFakeServer>): Promise<FakeServer> => {
    const server = await startFakeServer(...options);
    running.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  it('describes its purpose, its API key and its controls', async () => {
    const server = await start();
    const { status, body } = await callAt(server.url)('GET', '/');
    expect(status).to.equal(200);
    expect(body).to.include({
      api: `${server.url}/v1`,
      stripe_js: `${server.url}/v3/`,
      api_key: server.apiKey,
    });
    for (const command of [
      'challenge',
      'settle',
      'fail',
      'expire',
      'clock',
      'fail-next',
      'reset',
    ]) {
      expect(at(body, 'controls')).to.include(`POST ${server.url}/_processor/${command}`);
    }
  });

  it('names the address of a proxy in front of it', async () => {
    const publicUrl = 'http://127.0.0.1:8080';
    const server = await start({ publicUrl: `${publicUrl}/` });
    const { body } = await callAt(server.url)('GET', '/');
    expect(at(body, 'api')).to.equal(`${publicUrl}/v1`);
    const guarded = await callAt(server.url)('POST', '/v1/payment_intents', {
      raw: 'amount=1999&currency=eur&payment_method=pm_card_authenticationRequired&confirm=true&return_url=https://shop.example/',
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    const page = String(at(guarded.body, 'next_action.redirect_to_url.url'));
    expect(page.startsWith(`${publicUrl}/_processor/challenges/pi_`)).to.equal(true);
  });

  it('sends no events by itself with send: false', async () => {
    const received: Array<string> = [];
    const server = await start({
      webhook: { url: 'http://127.0.0.1:1/', send: false },
      onDelivery: ({ type, resent }) => received.push(`${type} ${resent}`),
    });
    const headers = {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const call = callAt(server.url);
    await call('POST', '/v1/customers', { raw: 'email=ana@example.com', headers });
    const { body } = await call('GET', '/v1/events', { headers });
    const { authorization } = headers;
    const id = at(body, 'data.0.id');
    await call('POST', '/_processor/resend', { body: { id }, headers: { authorization } });
    expect(received).to.deep.equal(['customer.created true']);
  });

  it('listens on a free port of 127.0.0.1, and rejects when a port is taken', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    expect(hostname).to.equal('127.0.0.1');
    const other: unknown = await startFakeServer({ port: Number(port) }).catch(
      (error: unknown) => error,
    );
    expect(other).to.include({ code: 'EADDRINUSE' });
  });

  it('closes immediately, with open connections and delayed responses, and may be closed twice', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    const idle = connect(Number(port), hostname);
    await once(idle, 'connect');
    const done = new Promise<void>((resolve) => {
      server.processor.controls.onEvent(() => resolve());
    });
    server.processor.controls.failNext({ on: 'any', with: { delay: 600_000 } });
    const held = fetch(`${server.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}` },
    }).catch(() => 'broken off');
    await done;
    const ended = once(idle, 'close');
    idle.on('error', () => undefined);
    await server.close();
    await server.close();
    await ended;
    expect(await held).to.equal('broken off');
  });

  it('writes the responses that are ready before it closes', async () => {
    const server = await start();
    const closed = new Promise<void>((resolve) => {
      server.processor.controls.onEvent(() => {
        setImmediate(() => resolve(server.close()));
      });
    });
    const created = await fetch(`${server.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    expect(created.status).to.equal(200);
    await closed;
  });

  it('answers its own errors with 500 and logs them', async () => {
    const reported: Array<unknown> = [];
    const ignore = (): void => undefined;
    const logger: Logger = {
      info: ignore,
      warn: ignore,
      error: (message, fields) => reported.push({ message, ...fields }),
    };
    const broken = new Error('the clock stands still');
    let works = true;
    const server = await start({
      logger,
      clock: () => {
        if (!works) throw broken;
        return noon;
      },
    });
    works = false;
    const headers = { authorization: `Bearer ${server.apiKey}` };
    const { status, body } = await callAt(server.url)('POST', '/v1/customers', { headers });
    expect([status, body]).to.deep.equal([
      500,
      { error: { type: 'api_error', message: 'An unknown error occurred' } },
    ]);
    expect(reported).to.deep.equal([{ message: 'request failed', cause: broken }]);
  });

  it('answers bytes that are not HTTP with 400', async () => {
    const server = await start();
    const { status, body } = await rawRequest(server.url, 'nonsense\r\n\r\n');
    expect([status, JSON.parse(body)]).to.deep.equal([
      400,
      {
        error: {
          type: 'invalid_request_error',
          message: 'Invalid request: not valid HTTP.',
        },
      },
    ]);
  });

  const key = `Authorization: Bearer ${keyOf('raw')}\r\n`;
  for (const [what, bytes, status] of [
    [
      'an invalid absolute URL',
      `GET http://a:b/v1/customers HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
      400,
    ],
    ['no Host', `GET /v1/customers HTTP/1.1\r\n${key}\r\n`, 400],
    ['two Hosts', `GET /v1/customers HTTP/1.1\r\nHost: x\r\nHost: y\r\n${key}\r\n`, 400],
    ['two keys', `GET /v1/customers HTTP/1.1\r\nHost: x\r\n${key}${key}\r\n`, 400],
    [
      'an Idempotency-Key behind 2 100 headers',
      `POST /v1/customers HTTP/1.1\r\nHost: x\r\n${key}${'a:\r\n'.repeat(2100)}Idempotency-Key: k\r\n\r\n`,
      431,
    ],
    [
      'a body in gzip',
      `POST /v1/customers HTTP/1.1\r\nHost: x\r\n${key}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', 400],
  ] as const) {
    it(`answers ${what} with ${status} and closes the connection`, async () => {
      const server = await start();
      const answer = await rawRequest(server.url, bytes);
      expect(answer.status).to.equal(status);
      expect(JSON.parse(answer.body)).to.deep.equal({
        error: { type: 'invalid_request_error', message: 'Invalid request: not valid HTTP.' },
      });
    });
  }

  it('answers a valid absolute URL', async () => {
    const server = await start();
    const { status } = await rawRequest(
      server.url,
      `GET http://x/v1/customers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}\r\n`,
    );
    expect(status).to.equal(200);
  });

  it('finishes a response before it closes a connection with stray bytes', async () => {
    const server = await start();
    server.account(keyOf('raw')).processor.controls.failNext({ on: 'any', with: { delay: 20 } });
    const { status, head } = await rawRequest(
      server.url,
      `POST /v1/customers HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 0\r\n\r\nx`,
    );
    expect(status).to.equal(200);
    expect(head).to.match(/^Connection: close$/m);
  });

  describe('against pages of other sites', () => {
    const pages: ReadonlyArray<readonly [page: string, headers: ReadonlyArray<string>]> = [
      ['another site', ['Sec-Fetch-Site: cross-site']],
      ['another port of the same host', ['Sec-Fetch-Site: same-site']],
      ['a page of another origin, without Sec-Fetch-Site', ['Origin: https://evil.example']],
      ['a page without an origin of its own', ['Origin: null']],
    ];
    const ask = (server: FakeServer, path: string, host: string, headers: ReadonlyArray<string>) =>
      rawRequest(
        server.url,
        [
          `${path} HTTP/1.1`,
          `Host: ${host}`,
          `Authorization: Bearer ${keyOf('page')}`,
          'Content-Length: 0',
          'Connection: close',
          ...headers,
          '\r\n',
        ].join('\r\n'),
      );

    for (const path of [
      'GET /v1/customers',
      'POST /_processor/reset',
      'GET /_processor/deliveries',
    ]) {
      for (const [page, headers] of pages) {
        it(`refuses ${path} to ${page}`, async () => {
          const server = await start();
          const { host } = new URL(server.url);
          expect((await ask(server, path, host, headers)).status).to.equal(403);
          expect((await ask(server, path, host, [])).status).to.equal(200);
          const own = [`Origin: ${server.url}`];
          expect((await ask(server, path, host, own)).status).to.equal(200);
        });
      }

      it(`refuses ${path} under a foreign host name`, async () => {
        const server = await start();
        expect((await ask(server, path, 'evil.example', [])).status).to.equal(403);
        expect((await ask(server, path, 'localhost', [])).status).to.equal(200);
      });
    }

    it('shows the challenge page to any site', async () => {
      const server = await start();
      const created = await ask(
        server,
        'POST /v1/payment_intents?amount=1999&currency=eur&confirm=true&payment_method=pm_card_authenticationRequired&return_url=https://shop.example/back',
        new URL(server.url).host,
        [],
      );
      const url = String(at(JSON.parse(created.body), 'next_action.redirect_to_url.url'));
      const { pathname, search, host } = new URL(url);
      const path = `GET ${pathname}${search}`;
      const page = await ask(server, path, host, ['Sec-Fetch-Site: cross-site']);
      expect(page.status).to.equal(200);
      expect(page.body).to.include('Autorizar');
    });

    for (const [currency, amount, shown] of [
      ['eur', 1999, '19,99\u{a0}€'],
      ['jpy', 1999, '1999\u{a0}JPY'],
      ['kwd', 1990, '1,990\u{a0}KWD'],
    ] as const) {
      it(`shows the exact amount of a challenge in ${currency}`, async () => {
        const server = await start();
        const { host } = new URL(server.url);
        const created = await ask(
          server,
          `POST /v1/payment_intents?amount=${amount}&currency=${currency}&confirm=true&payment_method=pm_card_authenticationRequired&return_url=https://shop.example/back`,
          host,
          [],
        );
        const { pathname, search } = new URL(
          String(at(JSON.parse(created.body), 'next_action.redirect_to_url.url')),
        );
        const page = await ask(server, `GET ${pathname}${search}`, host, []);
        expect(page.body).to.include(`<p class="amount">${shown}</p>`);
      });
    }
  });

  it('gives each account its controls, by key', async () => {
    const server = await start();
    const call = callAt(server.url);
    const advance = async (headers: Record<string, string>): Promise<void> => {
      const { status } = await call('POST', '/_processor/clock', {
        body: { advance: 1_000_000 },
        headers,
      });
      expect(status).to.equal(200);
    };
    const moved = () =>
      [server.processor, server.account(keyOf('one')).processor].map(
        ({ controls }) => controls.snapshot().clock.advanced,
      );
    await advance({});
    expect(moved()).to.deep.equal([1_000_000, 0]);
    await advance({ authorization: `Bearer ${keyOf('one')}` });
    expect(moved()).to.deep.equal([1_000_000, 1_000_000]);
    const refused = await call('POST', '/_processor/clock', {
      body: { advance: 1 },
      headers: { authorization: 'Bearer nonsense' },
    });
    expect(refused.status).to.equal(401);
  });

  it('lets an authorization expire', async () => {
    const server = await start();
    const call = callAt(server.url);
    const created = await fetch(`${server.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}` },
      body: new URLSearchParams({
        amount: '1999',
        currency: 'eur',
        capture_method: 'manual',
        confirm: 'true',
        payment_method: 'pm_card_visa',
        'allowed_payment_method_types[]': 'card',
      }),
    });
    const id = String(at(await created.json(), 'id'));
    const { status, body } = await call('POST', '/_processor/expire', { body: { id } });
    expect([status, at(body, 'data.status')]).to.deep.equal([200, 'canceled']);
    const again = await call('POST', '/_processor/expire', { body: { id } });
    expect(again.status).to.equal(400);
  });
});
