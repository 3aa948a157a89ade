import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { decodeConfig } from '../../src/infrastructure/config/config.js';
import type { Environment } from '../../src/infrastructure/config/environment.js';
import { createLogger } from '../../src/infrastructure/logger.js';
import { type Service, startService } from '../../src/infrastructure/service.js';
import { ownStores } from '../../src/infrastructure/service-owner.js';
import { right } from '../adapters/outbound/memory/support/outcomes.js';
import { callAt } from '../support/http/call.js';
import { type LossyProxy, startLossyProxy } from '../support/http/start-lossy-proxy.js';
import { at } from '../support/json/at.js';
import { capturedLog } from '../support/service/captured-log.js';
import { until } from '../support/time/until.js';

const keyOf = (name: string): string => ['sk', 'test', name].join('_');

const soon: typeof ownStores = (config, logger, stores) => ownStores(config, logger, stores, 10);

const ana = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };

describe('the store of a service', () => {
  let server: FakeServer;
  let proxy: LossyProxy;
  let isDown = false;
  let folder = '';
  const running: Array<Service> = [];

  before(async () => {
    server = await startFakeServer();
    proxy = await startLossyProxy(server.url, { answer: () => isDown });
    for (const name of ['firstshop', 'othershop']) capturedLog.guard(keyOf(name));
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-owner-'));
  });
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
    await rm(folder, { recursive: true });
  });

  const accountOf = (name: string): string => `${server.account(keyOf(name)).id}/test`;

  const start = async (env: Environment): Promise<Service> => {
    const config = right(
      decodeConfig({
        PORT: '0',
        DATABASE_URL: `file:${join(folder, 'shop.db')}`,
        STRIPE_MAX_RETRIES: '0',
        IDEMPOTENCY_SECRET: 'a secret of the tests',
        ...env,
      }),
    );
    const service = await startService(config, createLogger('info', capturedLog), undefined, soon);
    running.push(service);
    return service;
  };

  const onStripe = (name: string, env: Environment = {}): Promise<Service> =>
    start({ STRIPE_SECRET_KEY: keyOf(name), STRIPE_BASE_URL: server.url, ...env });

  const stop = async (): Promise<void> => {
    for (const service of running.splice(0)) await service.close();
  };

  const refusalOf = (starting: Promise<Service>): Promise<string> =>
    starting.then(
      () => expect.fail('it started'),
      (error: unknown) => String(error),
    );

  const create = (service: Service, key: string) =>
    callAt(service.address)('POST', '/api/customers', {
      body: ana,
      headers: { 'Idempotency-Key': key },
    });

  it('A14: belongs to the account of its first start, and starts with no other, unless it is named', async () => {
    const first = await create(await onStripe('firstshop'), 'order 1');
    expect(first.status).to.equal(201);
    await stop();

    const refusal = await refusalOf(onStripe('othershop'));
    expect(refusal).to.match(/^SetUpProblem: the store file:\S+shop\.db belongs to the account /);
    for (const part of [
      `account ${accountOf('firstshop')}, but the key of the processor is of ${accountOf('othershop')}`,
      `set ACCEPT_STORE_OF=${accountOf('firstshop')}: `,
      '(stored responses: 1; keys without a response: 0)',
    ]) {
      expect(refusal).to.include(part);
    }

    const wrong = accountOf('thirdshop');
    await refusalOf(onStripe('othershop', { ACCEPT_STORE_OF: wrong }));
    const accepted = await onStripe('othershop', { ACCEPT_STORE_OF: accountOf('firstshop') });
    const repeated = await create(accepted, 'order 1');
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).to.deep.equal([
      201,
      'true',
    ]);
    await stop();
    // It belongs to the other account now, with or without the variable.
    await onStripe('othershop');
    await stop();
    await refusalOf(onStripe('firstshop', { ACCEPT_STORE_OF: accountOf('firstshop') }));
  });

  it('A14: of the in-memory processor is not used with Stripe', async () => {
    await start({ PROCESSOR: 'memory' });
    await stop();
    expect(await refusalOf(onStripe('firstshop'))).to.include(
      'belongs to the account acct_InMemoryProcessor/test, but',
    );
  });

  it('A14: that is bound answers no keyed request before the processor has told its account', async () => {
    await create(await onStripe('firstshop'), 'order 1');
    await stop();
    isDown = true;
    const service = await onStripe('firstshop', { STRIPE_BASE_URL: proxy.url });
    const waiting = await create(service, 'order 1');
    expect([waiting.status, at(waiting.body, 'code'), at(waiting.body, 'outcome')]).to.deep.equal([
      503,
      'store_unavailable',
      'unknown',
    ]);
    expect((await callAt(service.address)('GET', '/ready')).status).to.equal(200);
    isDown = false;
    await until(async () => (await create(service, 'order 1')).status === 201);
  });

  it('A14: that is found to belong to another account later ends the service', async () => {
    await create(await onStripe('firstshop'), 'order 1');
    await stop();
    isDown = true;
    const service = await onStripe('othershop', { STRIPE_BASE_URL: proxy.url });
    isDown = false;
    expect(String(await service.broken)).to.include(
      `account ${accountOf('firstshop')}, but the key of the processor is of ${accountOf('othershop')}`,
    );
    expect((await callAt(service.address)('GET', '/ready')).status).to.equal(503);
    expect((await create(service, 'order 1')).status).to.equal(503);
  });

  it('in memory belongs to nobody, and the processor is not asked', async () => {
    let asked = 0;
    const counting = await startLossyProxy(server.url, {
      answer: () => {
        asked += 1;
        return false;
      },
    });
    await onStripe('firstshop', { DATABASE_URL: 'memory:', STRIPE_BASE_URL: counting.url });
    await counting.close();
    expect(asked).to.equal(0);
  });
});
