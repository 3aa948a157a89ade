import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { runHere } from '../../support/programs/run-here.js';
import { startTestService, type TestService } from '../../support/service/start-service.js';
import { until } from '../../support/time/until.js';

const key = ['sk', 'test', 'watch0123456789'].join('_');

const hours = (number: number): number => Math.floor(Date.now() / 1000) - number * 3600;

describe('a service that reconciles', () => {
  const locked = useHttpServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}');
  });
  let stripe: FakeServer;
  let service: TestService | undefined;
  let folder: string;
  let orders: Array<string>;

  beforeEach(async () => {
    stripe = await startFakeServer({ seed: 'watch', clock: () => hours(5) });
    folder = await mkdtemp(join(tmpdir(), 'pasarela-watch-test-'));
    orders = ['id,amount,currency,state,created'];
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    await stripe.close();
    await rm(folder, { recursive: true });
  });

  const pay = async (order: string, at = stripe): Promise<void> => {
    const response = await fetch(`${at.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({
        amount: '1999',
        currency: 'eur',
        payment_method: 'pm_card_visa',
        confirm: 'true',
        'payment_method_types[]': 'card',
        'metadata[order_id]': order,
      }),
    });
    expect(response.status).to.equal(200);
  };
  const environment = () => ({
    PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: key,
    STRIPE_BASE_URL: stripe.url,
    DATABASE_URL: `file:${join(folder, 'store.db')}`,
    METRICS: 'on',
    RECONCILE_MINUTES: '60',
    RECONCILE_ORDERS: join(folder, 'orders.csv'),
  });
  const serve = async (env = {}): Promise<TestService> => {
    await writeFile(join(folder, 'orders.csv'), `${orders.join('\n')}\n`);
    service = await startTestService({ env: { ...environment(), ...env } });
    return service;
  };
  const figures = async ({ address }: TestService): Promise<ReadonlyArray<string>> =>
    (await (await fetch(`${address}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('pasarela_reconcile_'));
  const command = (...args: ReadonlyArray<string>) => runHere(['findings', ...args], environment());

  it('logs and counts what it found, until somebody has seen it', async () => {
    await pay('1001');
    await pay('1002');
    await pay('1002');
    for (const id of ['1001', '1002']) {
      orders.push(`${id},19.99,EUR,paid,${new Date(hours(5) * 1000).toISOString()}`);
    }
    const running = await serve();
    await until(() => running.logged().includes('the reconciliation found something new'));
    const lines = running.logged().split('\n');
    const found = lines.filter((line) => line.includes('found something new'));
    expect(found).to.have.length(1);
    expect(JSON.parse(found[0] ?? '')).to.deep.include({
      finding: 'charged_twice:1002',
      rule: 'charged_twice',
    });
    const [findings, , up] = await figures(running);
    expect([findings, up]).to.deep.equal([
      'pasarela_reconcile_findings{rule="charged_twice",severity="error",seen="false"} 1',
      'pasarela_reconcile_up 1',
    ]);

    const listed = await command('list');
    expect(listed.stdout).to.match(
      /^charged_twice:1002 {2}found \S+, not seen\n {2}two charges of /,
    );
    const seen = await command('seen', 'charged_twice:1002', '--note', 'given back');
    expect(seen).to.deep.include({ code: 0, stdout: 'marked charged_twice:1002 as seen\n' });
    expect((await command('list')).stdout).to.match(/, seen \S+: given back\n/);
    expect(JSON.parse((await command('list', '--json')).stdout)).to.have.nested.property(
      '[0].note',
      'given back',
    );
    const unknown = await command('seen', 'charged_twice:1');
    expect(unknown.code).to.equal(1);
    expect(unknown.stderr).to.include('there is no finding "charged_twice:1"');
  });

  it('accuses no payment of an order that is older than the time', async () => {
    const earlier = await startFakeServer({ seed: 'earlier', clock: () => hours(70) });
    try {
      await pay('1001', earlier);
      const order = {
        id: '1001',
        amount: 1999,
        currency: 'eur',
        state: 'paid',
        created: hours(80),
      };
      const module = join(folder, 'orders.mjs');
      await writeFile(
        module,
        `export const orders = ({ from, to }) =>
          [${JSON.stringify(order)}].filter(({ created }) => created >= from && created < to);`,
      );
      const running = await serve({ STRIPE_BASE_URL: earlier.url, RECONCILE_ORDERS: module });
      await until(async () =>
        (await figures(running)).some((line) => /last_success_\S+ [1-9]/.test(line)),
      );
      expect(running.logged()).not.to.include('found something new');
    } finally {
      await earlier.close();
    }
  });

  it('says that it failed, and why, when it cannot read the orders', async () => {
    orders.push('1001,19.99,EUR,paid,');
    const running = await serve();
    await until(() => running.logged().includes('could not reconcile'));
    expect(running.logged()).to.include('the order 1001 of RECONCILE_ORDERS has no created');
    await until(async () => (await figures(running)).includes('pasarela_reconcile_up 0'));
    expect((await command('list')).stdout).to.equal(
      'the reconciliation in the service has found nothing\n',
    );
  });

  it('says that it failed when the processor refuses its key', async () => {
    const running = await serve({ STRIPE_BASE_URL: locked() });
    await until(() => running.logged().includes('could not reconcile'));
    expect(running.logged()).to.include('"level":"error"');
  });
});

describe('a service that reconciles its in-memory processor', () => {
  it('finds nothing in it at first', async () => {
    const service = await startTestService({ env: { METRICS: 'on', RECONCILE_MINUTES: '60' } });
    try {
      await until(async () => {
        const text = await (await fetch(`${service.address}/metrics`)).text();
        return /^pasarela_reconcile_last_success_timestamp_seconds [1-9]/m.test(text);
      });
      expect(service.logged()).not.to.include('the reconciliation found');
    } finally {
      await service.close();
    }
  });
});
