import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Answer } from '../support/http/call.js';
import { expectFailure } from '../support/http/expect-answer.js';
import { textAt } from '../support/json/at.js';
import {
  type ServiceSettings,
  startTestService,
  type TestService,
} from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const shopKey = 'key-of-the-shop-1234';
const webKey = 'key-of-the-web-12345';
const API_KEYS = `shop:${shopKey},web:${webKey}`;

const as = (key: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { authorization: `Bearer ${key}`, ...more },
});

const contact = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };

const expectTooMany = (answer: Answer, outcome?: 'unknown'): void => {
  const wait = answer.headers.get('retry-after');
  expect(Number(wait)).to.be.within(1, 60);
  expectFailure(answer, {
    status: 429,
    message: `Demasiadas peticiones; repita esta misma petición dentro de ${wait} s`,
    code: 'too_many_requests',
    ...(outcome === undefined ? {} : { outcome }),
  });
};

const expectOverloaded = (answer: Answer, outcome: 'not_done' | 'unknown'): void => {
  expect(answer.headers.get('retry-after')).to.equal('1');
  expectFailure(answer, {
    status: 503,
    message:
      'Hay demasiadas peticiones en curso; repita esta misma petición dentro de unos segundos',
    code: 'overloaded',
    outcome,
  });
};

describe('interface: limits', () => {
  const running: Array<TestService> = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });
  const start = async (settings: ServiceSettings): Promise<TestService> => {
    const service = await startTestService(settings);
    running.push(service);
    return service;
  };

  it('A3: each client may send so many requests in a minute, and other clients do not notice', async () => {
    const { call, logged } = await start({ env: { API_KEYS, RATE_LIMIT_PER_MINUTE: '2' } });
    const create = (key: string) => call('POST', '/api/customers', { ...as(key), body: contact });
    expect([(await create(shopKey)).status, (await create(shopKey)).status]).to.deep.equal([
      201, 201,
    ]);
    expectTooMany(await create(shopKey));
    // A body that is not read.
    expectTooMany(await call('POST', '/api/payments', { ...as(shopKey), raw: '{' }));
    expect(logged()).to.match(/"status":429,.*"client":"shop","error":"TooManyRequests"/);
    expect((await create(webKey)).status).to.equal(201);
  });

  it('A3: health checks and webhooks are not limited', async () => {
    const { call } = await start({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    for (const _ of [1, 2, 3]) {
      expect((await call('GET', '/health')).status).to.equal(200);
      expect((await call('GET', '/ready')).status).to.equal(200);
      expect((await call('POST', '/api/webhooks', { raw: '{}' })).status).to.equal(400);
    }
  });

  it('A3: without keys each address counts, behind trusted proxies that of the caller', async () => {
    const { call } = await start({
      env: { RATE_LIMIT_PER_MINUTE: '1', TRUSTED_PROXIES: 'loopback' },
    });
    const list = (address: string) =>
      call('GET', '/api/customers', { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } });
    expect((await list('203.0.113.7')).status).to.equal(200);
    expectTooMany(await list('203.0.113.7'));
    expect((await list('203.0.113.8')).status).to.equal(200);
  });

  it('A3 I2: a repetition that is refused changes nothing about its key', async () => {
    const { call, controls } = await start({ env: { API_KEYS, RATE_LIMIT_PER_MINUTE: '3' } });
    const pay = (key: string) =>
      call('POST', '/api/customers', {
        ...as(shopKey, { 'idempotency-key': key }),
        body: contact,
      });
    await controls.failNext({ on: 'any', with: 'timeout_after' });
    const lost = await pay('order 1');
    expect([lost.status, textAt(lost.body, 'outcome')]).to.deep.equal([503, 'unknown']);
    const done = await pay('order 2');
    expect(done.status).to.equal(201);
    expect((await pay('order 2')).text).to.equal(done.text);
    // Whether it was done is not known here, so it must not sound as if it was not.
    expectTooMany(await pay('order 1'), 'unknown');
  });

  it('wrong keys of an address are answered 429 in the end, and right keys still pass', async () => {
    const { call } = await start({ env: { API_KEYS, FAILED_AUTHENTICATIONS_PER_MINUTE: '2' } });
    const list = (key: string) => call('GET', '/api/customers', as(key));
    expect([(await list('wrong')).status, (await list('wrong-too')).status]).to.deep.equal([
      401, 401,
    ]);
    expectTooMany(await list('wrong'));
    expectTooMany(await call('GET', '/api/customers'));
    expect((await list(shopKey)).status).to.equal(200);
  });

  /** A service whose processor answers when it is told to. */
  const held = async (env: Readonly<Record<string, string>>) => {
    const waiting: Array<() => void> = [];
    const service = await start({
      env,
      processor: {
        listCustomers: () => async () => {
          await new Promise<void>((resolve) => void waiting.push(resolve));
          return E.right({ object: 'list', data: [], has_more: false, url: '/v1/customers' });
        },
      },
    });
    const inProgress = async (key: string): Promise<Promise<Answer>> =>
      service.call('GET', '/api/customers', as(key));
    return { ...service, waiting, inProgress };
  };

  it('so many requests are in progress at once; others get a 503 before any work', async () => {
    const { call, waiting, inProgress } = await held({ API_KEYS, MAX_REQUESTS_IN_PROGRESS: '2' });
    const answers = [inProgress(shopKey), inProgress(webKey)];
    await until(() => waiting.length === 2);
    // Before the key is checked and the body is read.
    expectOverloaded(await call('POST', '/api/customers', { raw: '{' }), 'not_done');
    const keyed = as(shopKey, { 'idempotency-key': 'order 1' });
    expectOverloaded(await call('POST', '/api/customers', { ...keyed, body: contact }), 'unknown');
    // These have room of their own.
    expect((await call('GET', '/health')).status).to.equal(200);
    expect((await call('POST', '/api/webhooks', { raw: '{}' })).status).to.equal(400);
    for (const end of waiting.splice(0)) end();
    for (const answer of await Promise.all(answers)) expect(answer.status).to.equal(200);
    expect((await call('POST', '/api/customers', { ...keyed, body: contact })).status).to.equal(
      201,
    );
  });

  it('callers that send a webhook slowly take no place of the processor', async () => {
    const { call, address } = await start({ env: { API_KEYS, MAX_REQUESTS_IN_PROGRESS: '1' } });
    const slow = request(`${address}/api/webhooks`, {
      method: 'POST',
      headers: { 'content-length': 1000, expect: '100-continue' },
    });
    slow.on('error', () => undefined);
    slow.flushHeaders();
    await once(slow, 'continue');
    expect((await call('POST', '/api/webhooks', { raw: '{}' })).status).to.equal(400);
    slow.destroy();
  });

  it('so many requests of one client are in progress at once, and others have their own', async () => {
    const { call, waiting, inProgress } = await held({
      API_KEYS,
      MAX_REQUESTS_IN_PROGRESS_PER_CLIENT: '1',
    });
    const first = inProgress(shopKey);
    await until(() => waiting.length === 1);
    expectOverloaded(await call('GET', '/api/customers/cus_1', as(shopKey)), 'not_done');
    expect((await call('GET', '/api/customers/cus_1', as(webKey))).status).to.equal(404);
    for (const end of waiting.splice(0)) end();
    expect((await first).status).to.equal(200);
    expect((await call('GET', '/api/customers/cus_1', as(shopKey))).status).to.equal(404);
  });
});
