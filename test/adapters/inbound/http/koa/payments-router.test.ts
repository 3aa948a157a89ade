import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { Router } from '@koa/router';
import { expect } from 'chai';
import Koa, { type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import { createApp } from '../../../../../src/adapters/inbound/http/koa/payments-app.js';
import { createPaymentsRouter } from '../../../../../src/adapters/inbound/http/koa/payments-router.js';
import type { PaymentsRouterOptions } from '../../../../../src/adapters/inbound/http/payments-interface.js';
import { serveEndpoints } from '../../../../../src/adapters/inbound/http/served-endpoints.js';
import type { Logger } from '../../../../../src/application/ports/logger.js';
import { createPayments } from '../../../../../src/index.js';
import { createMemoryProcessor } from '../../../../../src/memory.js';
import { type Call, callAt } from '../../../../support/http/call.js';
import { expectSuccess } from '../../../../support/http/expect-answer.js';
import { signatureOf } from '../../../../support/http/signature-of.js';
import { at } from '../../../../support/json/at.js';

const now = 1_800_000_000;
const secret = `${'whsec'}_${'koa0123456789'}`;
const ana = { email: 'ana@example.com', name: 'Ana', phone: '1' };
const event = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'charge.succeeded',
  created: now,
  livemode: false,
  data: { object: {} },
});
const signed = { 'processor-signature': signatureOf(event, secret, now) };

type Line = readonly [level: string, message: string, fields: unknown];

const recorder = (): { readonly logger: Logger; readonly lines: ReadonlyArray<Line> } => {
  const lines: Array<Line> = [];
  const record = (level: string) => (message: string, fields?: unknown) => {
    lines.push([level, message, fields]);
  };
  return {
    lines,
    logger: { info: record('info'), warn: record('warn'), error: record('error') },
  };
};

const readAlready =
  "request failed: another body parser consumed the body of this request, and a webhook's signature is valid only for the body as it was sent: mount Pasarela before koa-bodyparser, express.json() and similar, or exclude its paths from them; in Express, use express.raw({ type: 'application/json' }) on the webhook's path; in Fastify, mount it in a scope without content type parsers; to createFetchHandler, pass the request before you read it, or read request.clone()";

describe('Koa', () => {
  const servers: Array<Server> = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  });

  const listen = async (app: Koa): Promise<string> => {
    const handle = app.callback();
    const server = createServer((req, res) => void handle(req, res));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${String(at(server.address(), 'port'))}`;
  };

  const payments = () =>
    createPayments({
      processor: createMemoryProcessor({ seed: 'koa' }),
      webhookSecrets: [secret],
      clock: () => now,
    });

  const mounted = async (
    options: PaymentsRouterOptions,
    ...middleware: ReadonlyArray<Middleware>
  ): Promise<Call> => {
    const app = new Koa();
    app.silent = true;
    for (const one of middleware) app.use(one);
    app.use(createPaymentsRouter(payments(), options).routes());
    app.use((ctx) => {
      ctx.body = `the shop's own ${ctx.path}`;
    });
    return callAt(await listen(app));
  };

  it('router: serves at a prefix, and leaves the rest of the application alone', async () => {
    const call = await mounted({ prefix: '/shop' });
    const made = await call('POST', '/shop/api/customers', { body: ana });
    const id = at(expectSuccess(made, 201, 'Cliente creado correctamente'), 'id');
    const found = await call('GET', `/shop/api/customers/${String(id)}`);
    expectSuccess(found, 200, 'Cliente obtenido correctamente');
    for (const path of ['/', '/api/customers', '/shop', '/shop/catalogue', '/shop/apis']) {
      expect((await call('GET', path)).text).to.equal(`the shop's own ${path}`);
    }
  });

  it('router: serves at a prefix with a parameter, and below another router with one', async () => {
    for (const prefix of ['/shops/:shop', '/shops/:shop{.:format}', '']) {
      const app = new Koa();
      const inner = createPaymentsRouter(payments(), { prefix });
      if (prefix === '') app.use(new Router().use('/shops/:shop', inner.routes()).routes());
      else app.use(inner.routes());
      const call = callAt(await listen(app));

      const made = await call('POST', '/shops/7/api/customers', { body: ana });
      const id = at(expectSuccess(made, 201, 'Cliente creado correctamente'), 'id');
      const found = await call('GET', `/shops/7/api/customers/${String(id)}`);
      expect(at(expectSuccess(found, 200, 'Cliente obtenido correctamente'), 'id')).to.equal(id);
      for (const path of ['/shops/customers/api', '/shops/customers/api/', '/shops/7/api/nada']) {
        expect([path, (await call('GET', path)).status]).to.deep.equal([path, 404]);
      }
    }
  });

  it('router: answers every failure under its prefix in the envelope, without a stack', async () => {
    const call = await mounted({ prefix: '/shop' });
    for (const [method, path, raw, status, message, code] of [
      ['GET', '/shop/api/nada', undefined, 404, 'Route not found: /shop/api/nada', null],
      [
        'PATCH',
        '/shop/api/customers',
        '{}',
        405,
        'Método no permitido: esta ruta admite GET, HEAD y POST',
        'method_not_allowed',
      ],
      [
        'POST',
        '/shop/api/customers',
        '{',
        400,
        'El cuerpo debe ser un objeto JSON válido',
        'invalid_json',
      ],
      [
        'POST',
        '/shop/api/webhooks',
        '{}',
        400,
        'Missing processor-signature header',
        'webhook_signature_missing',
      ],
    ] as const) {
      const answer = await call(method, path, raw === undefined ? {} : { raw });
      expect(answer.status).to.equal(status);
      expect(answer.body).to.deep.include({ status: false, message, code });
      expect(answer.body).not.to.have.property('stack');
    }
  });

  it('router: has a stack with verbose, and requires a key with apiKeys', async () => {
    const call = await mounted({ verbose: true, apiKeys: ['key'] });
    const refused = await call('GET', '/api/customers');
    expect([refused.status, at(refused.body, 'code')]).to.deep.equal([401, 'unauthorized']);
    expect(at(refused.body, 'stack')).to.be.a('string');
    const headers = { authorization: 'Bearer key' };
    expect((await call('GET', '/api/customers', { headers })).status).to.equal(200);
  });

  it('router: accepts a body that the application has parsed already', async () => {
    const call = await mounted({}, bodyParser());
    expectSuccess(
      await call('POST', '/api/customers', { body: ana }),
      201,
      'Cliente creado correctamente',
    );
    const answer = await call('POST', '/api/webhooks', { raw: event, headers: signed });
    expectSuccess(answer, 200, 'Webhook recibido correctamente');
  });

  it('router: reports that it cannot verify a webhook whose body the application has parsed', async () => {
    const { logger, lines } = recorder();
    const call = await mounted({ logger }, async (ctx, next) => {
      ctx.request.body = {};
      await next();
    });
    const answer = await call('POST', '/api/webhooks', { raw: event, headers: signed });
    expect(answer.status).to.equal(500);
    expect(answer.body).to.deep.equal({
      status: false,
      message: 'Error interno del servidor',
      code: null,
      outcome: 'not_done',
    });
    expect(lines).to.deep.equal([
      ['error', readAlready, { request_id: undefined, error: 'BodyAlreadyRead' }],
    ]);
  });

  it('router: logs errors of the service, and not refusals', async () => {
    const { logger, lines } = recorder();
    const app = new Koa();
    const cause = new Error('defect');
    const processor = createMemoryProcessor();
    const broken = createPayments({
      processor: {
        ...processor,
        listCustomers: () => {
          throw cause;
        },
      },
    });
    app.use(createPaymentsRouter(broken, { logger }).routes());
    const call = callAt(await listen(app));
    expect((await call('GET', '/api/customers')).status).to.equal(500);
    expect((await call('GET', '/api/payments')).status).to.equal(400);
    expect(lines).to.deep.equal([
      ['error', 'request failed', { request_id: undefined, error: 'Unexpected', cause }],
    ]);
  });

  it('router: answers in the language of the caller, and keeps what middleware varies with', async () => {
    const app = new Koa();
    app.use(async (ctx, next) => {
      ctx.vary('Origin');
      await next();
    });
    app.use(createPaymentsRouter(payments(), { locale: ['es', 'en'] }).routes());
    const { headers, body } = await callAt(await listen(app))('GET', '/api/payments', {
      headers: { 'accept-language': 'en' },
    });
    expect(headers.get('vary')).to.equal('Origin, Accept-Language');
    expect(body).to.have.property('message', 'userId is required');
  });

  it('router: refuses a locale that it does not have', () => {
    const locale: ReadonlyArray<'es' | 'en'> = [];
    expect(() => createPaymentsRouter(payments(), { locale })).to.throw(
      TypeError,
      "locale must be 'es', 'en' or a list of both",
    );
  });

  const served = async (handler: Middleware) => {
    const { logger, lines } = recorder();
    const app = createApp(serveEndpoints([], { logger, verbose: false }));
    app.use(new Router().all('/odd', handler).routes());
    const address = await listen(app);
    return { lines, address };
  };

  it('application: answers every thrown error in the envelope', async () => {
    const { address, lines } = await served(() => {
      throw new Error('odd');
    });
    const answer = await callAt(address)('GET', '/odd');
    expect(answer.status).to.equal(500);
    expect(answer.body).to.deep.equal({
      status: false,
      message: 'Error interno del servidor',
      code: null,
      outcome: 'not_done',
    });
    expect(lines[0]?.slice(0, 2)).to.deep.equal(['error', 'request failed']);
  });

  it('application: logs a response that is cut off', async () => {
    const { address, lines } = await served((ctx) => {
      ctx.body = new Readable({
        read() {
          this.destroy(new Error('broken off'));
        },
      });
    });
    const outcome = await callAt(address)('GET', '/odd').catch(() => 'broken off');
    expect(outcome).to.equal('broken off');
    expect(lines.map(([level, message]) => [level, message])).to.deep.include([
      'error',
      'response failed',
    ]);
  });

  it('application: logs a request whose caller left as 499', async () => {
    const progress = new EventEmitter();
    const { address, lines } = await served(async (ctx) => {
      progress.emit('arrived');
      await once(ctx.res, 'close');
      progress.emit('left');
    });
    const arrived = once(progress, 'arrived');
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
    socket.write('GET /odd HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived;
    const left = once(progress, 'left');
    socket.destroy();
    await left;
    expect(lines.map(([, message, fields]) => [message, at(fields, 'status')])).to.deep.include([
      'request',
      499,
    ]);
  });
});
