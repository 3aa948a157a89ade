import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Endpoint } from '../../../../../src/adapters/inbound/http/core/matcher.js';
import type { HttpResponse } from '../../../../../src/adapters/inbound/http/core/message.js';
import {
  createApp,
  listenerOf,
} from '../../../../../src/adapters/inbound/http/koa/payments-app.js';
import { serveEndpoints } from '../../../../../src/adapters/inbound/http/served-endpoints.js';
import type { LogFields } from '../../../../../src/application/ports/logger.js';
import { callAt } from '../../../../support/http/call.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { until } from '../../../../support/time/until.js';

describe('the Koa application', () => {
  const lines: Array<readonly [message: string, fields: LogFields]> = [];
  const log = (message: string, fields: LogFields = {}) => {
    lines.push([message, fields]);
  };
  const progress = new EventEmitter();
  const text = (more: Partial<HttpResponse> = {}): HttpResponse => ({
    status: 200,
    headers: {},
    body: 'endpoint',
    ...more,
  });
  const endpoint = (path: string, handle: Endpoint['handle']): Endpoint => ({
    method: 'GET',
    path,
    handle,
  });
  const endpoints = [
    endpoint('/here/:id', () => text({ logged: { client: 'shop', error: 'NotFound' } })),
    endpoint('/odd', () => {
      throw new Error('odd');
    }),
    endpoint('/bad-header', () => text({ headers: { location: '/\n' } })),
    endpoint('/slow', async (request) => {
      const closed = new Promise<void>((resolve) => request.onClose(resolve));
      progress.emit('arrived');
      await closed;
      return text();
    }),
    endpoint('/feed', () => text({ body: 'begun', stream: () => progress.emit('fed') })),
    { method: '*', path: '/api/*', handle: () => text({ status: 404 }) },
  ];
  const errors = { logger: { info: log, warn: log, error: log }, verbose: false };
  const app = createApp(serveEndpoints(endpoints, errors));
  app.use(async (ctx, next) => {
    if (ctx.path === '/elsewhere') {
      ctx.body = 'application';
      return;
    }
    if (ctx.path === '/moved') ctx.path = '/here/2';
    if (ctx.method === 'POST') ctx.method = 'GET';
    await next();
    if (ctx.query['shout'] !== undefined) ctx.body = String(ctx.body).toUpperCase();
  });
  const listener = listenerOf(app);
  const address = useHttpServer((message, response) => void listener(message, response));
  const get = (path: string) => callAt(address())('GET', path);

  const requestLine = async () => {
    await until(() => lines.some(([message]) => message === 'request'));
    return lines.find(([message]) => message === 'request')?.[1];
  };

  afterEach(() => {
    lines.splice(0);
  });

  it('answers an endpoint with the id of the request, and logs it with what the response says', async () => {
    const { status, text: body, headers } = await get('/here/1');
    expect({ status, body }).to.deep.equal({ status: 200, body: 'endpoint' });
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    const line = await requestLine();
    expect(line).to.include({ method: 'GET', route: '/here/:id', status: 200 });
    expect(line).to.include({ client: 'shop', error: 'NotFound' });
    expect(line).to.include({ request_id: headers.get('x-request-id') });
  });

  it('logs no route for a path that no endpoint has', async () => {
    expect((await get('/api/x')).status).to.equal(404);
    expect(await requestLine()).to.include({ route: undefined, status: 404 });
  });

  it('leaves other requests to added middleware, and logs them', async () => {
    expect((await get('/elsewhere')).text).to.equal('application');
    expect(await requestLine()).to.include({ route: undefined, status: 200 });
  });

  it('shows its responses to added middleware, which may change them', async () => {
    const { status, text: body } = await get('/here/1?shout=1');
    expect([status, body]).to.deep.equal([200, 'ENDPOINT']);
  });

  for (const [method, path] of [
    ['GET', '/moved'],
    ['POST', '/here/1'],
  ] as const) {
    it(`answers the request that added middleware makes of ${method} ${path}`, async () => {
      const { status, text: body } = await callAt(address())(method, path);
      expect([status, body]).to.deep.equal([200, 'endpoint']);
    });
  }

  for (const path of ['/odd', '/bad-header']) {
    it(`answers what cannot be answered in the envelope: ${path}`, async () => {
      const { status, body, headers } = await get(path);
      expect(status).to.equal(500);
      expect(body).to.include({ status: false, message: 'Error interno del servidor' });
      expect(await requestLine()).to.include({ status: 500, error: 'Unexpected' });
      expect(lines[0]).to.deep.include('request failed');
      expect(lines[0]?.[1]).to.include({ request_id: headers.get('x-request-id') });
    });
  }

  it('logs a request whose caller left as 499', async () => {
    const arrived = once(progress, 'arrived');
    const socket = connect(Number(new URL(address()).port), '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await arrived;
    socket.destroy();
    expect(await requestLine()).to.include({ route: '/slow', status: 499 });
  });

  it('logs only the line of the request when the caller of a stream leaves', async () => {
    const leaving = new AbortController();
    const { body } = await fetch(`${address()}/feed`, { signal: leaving.signal });
    const { value } = (await body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).to.equal('begun');
    leaving.abort();
    expect(await requestLine()).to.include({ route: '/feed', status: 499 });
    expect(lines).to.have.lengthOf(1);
  });
});

describe('the listener of the application, with a time limit', () => {
  const told: Array<string> = [];
  const tell = (message: string): void => void told.push(message);
  const work = new EventEmitter();
  const slow: Endpoint = {
    method: 'POST',
    path: '/slow',
    handle: async (request) => {
      request.begin();
      await once(work, 'end');
      return { status: 201, headers: {}, body: 'done' };
    },
  };
  const errors = { logger: { info: () => undefined, warn: tell, error: tell }, verbose: false };
  const listener = listenerOf(createApp(serveEndpoints([slow], errors), { timeoutMs: 1 }));
  const address = useHttpServer((message, response) => {
    void listener(message, response).then(() => tell('the listener has ended'));
  });

  it('answers a late request, and ends with its work', async () => {
    const { status, body } = await callAt(address())('POST', '/slow');
    expect(status).to.equal(503);
    expect(body).to.include({ status: false, outcome: 'unknown' });
    told.splice(0);
    work.emit('end');
    await until(() => told.length === 2);
    expect(told).to.deep.equal([
      'a request ended after its time limit, when it had been answered 503',
      'the listener has ended',
    ]);
  });
});
