import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Middleware } from 'koa';
import Koa from 'koa';
import { createPaymentsRouter } from '../../../../../src/adapters/inbound/http/koa/payments-router.js';
import { createPayments } from '../../../../../src/index.js';
import { createMemoryProcessor } from '../../../../../src/memory.js';
import { type Call, callAt } from '../../../../support/http/call.js';
import { expectSuccess } from '../../../../support/http/expect-answer.js';
import { at } from '../../../../support/json/at.js';

describe('mounting the payments router', () => {
  const servers: Array<Server> = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  });

  const mounted = async (prefix: string, ...before: ReadonlyArray<Middleware>): Promise<Call> => {
    const app = new Koa();
    for (const one of before) app.use(one);
    const payments = createPayments({ processor: createMemoryProcessor() });
    app.use(createPaymentsRouter(payments, { prefix, verbose: true }).routes());
    const handle = app.callback();
    const server = createServer((req, res) => void handle(req, res));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return callAt(`http://127.0.0.1:${String(at(server.address(), 'port'))}`);
  };

  for (const [prefix, path] of [
    ['', '/api/customers'],
    ['/', '/api/customers'],
    ['shop', '/shop/api/customers'],
    ['/shop/', '/shop/api/customers'],
    ['/a/b', '/a/b/api/customers'],
  ] as const) {
    it(`answers ${path} with the prefix ${JSON.stringify(prefix)}`, async () => {
      const call = await mounted(prefix);
      expectSuccess(await call('GET', path), 200, 'Clientes listados correctamente');
    });
  }

  for (const path of ['/api/customers', '/api/webhooks']) {
    it(`reports for a POST to ${path} that the body was already read, not that it is invalid`, async () => {
      const call = await mounted('', async (ctx, next) => {
        await buffer(ctx.req);
        await next();
      });
      const headers = { 'processor-signature': 't=1,v1=00' };
      const answer = await call('POST', path, { body: { email: 'a@b.c' }, headers });
      expect(answer.status).to.equal(500);
      expect(at(answer.body, 'stack')).to.match(
        /^BodyAlreadyRead: another body parser .*express\.json\(\).*express\.raw\(/,
      );
    });
  }

  it('reads a body that was kept, but not parsed', async () => {
    const call = await mounted('', async (ctx, next) => {
      const rawBody = await text(ctx.req);
      Object.assign(ctx.request, { rawBody });
      await next();
    });
    const body = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
    expectSuccess(
      await call('POST', '/api/customers', { body }),
      201,
      'Cliente creado correctamente',
    );
    expect((await call('POST', '/api/customers', { raw: '{' })).status).to.equal(400);
  });
});
