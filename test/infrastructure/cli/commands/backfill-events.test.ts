import { expect } from 'chai';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { openSqliteStores } from '../../../../src/adapters/outbound/sqlite/open-stores.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { createPayments } from '../../../../src/infrastructure/create-payments.js';
import { startReceiver } from '../../../simulator/webhooks/support/receiver.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { runHere } from '../../../support/programs/run-here.js';
import { usePrograms } from '../../../support/programs/use-programs.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';
import { eventually } from '../../../support/time/until.js';

const key = ['sk', 'test', 'events0123456789'].join('_');
const forwardSecret = `whsec_${Buffer.alloc(24, 'pasarela').toString('base64')}`;

describe('pasarela events backfill', () => {
  const { start: startProgram, addressOf } = usePrograms();
  const { file, fresh, another } = useSqlite();
  let stripe: FakeServer;

  // The clock of the processor is an hour behind the clock of the program.
  const now = Math.floor(Date.now() / 1000);
  beforeEach(async () => {
    stripe = await startFakeServer({ seed: 'backfill', clock: () => now - 3600 });
  });
  afterEach(() => stripe.close());

  const customers = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await valueOf(stripe.account(key).processor.createCustomer({ name: `Ana ${n}` }));
    }
  };
  const environment = (path: string) => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_BASE_URL: stripe.url,
    STRIPE_MAX_RETRIES: '0',
    DATABASE_URL: `file:${path}`,
  });
  const store = async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    return { path, events: createSqlEventStore(database) };
  };

  it('stores missed events, counts known ones, and prints both numbers', async () => {
    const { path, events } = await store();
    await customers(230);
    const first = await runHere(['events', 'backfill', '--since', '24h'], environment(path));
    expect(first).to.deep.include({ code: 0, stdout: 'stored 230, known 0\n' });
    expect(first.stderr).to.match(
      /^starts at \S+Z\. .* may still be missing afterwards\nfound 100\nfound 200\nstored 30, known 0, up to \S+Z\nstored 130/,
    );
    await customers(12);
    const second = await runHere(['events', 'backfill', '--since', '24h'], environment(path));
    expect(second).to.deep.include({ code: 0, stdout: 'stored 12, known 230\n' });
    const newest = await valueOf(events.list({ limit: 13 }));
    expect(newest).to.have.nested.property('value.data[0].event.data.object.name', 'Ana 11');
    expect(newest).to.have.nested.include({
      'value.data[0].state': 'pending',
      'value.data[12].state': 'pending',
    });
  });

  it('lets a program with handlers handle the fetched events, which no variable names', async () => {
    const { path } = await store();
    await customers(1);
    const outcome = await runHere(['events', 'backfill', '--since', '24h'], environment(path));
    expect(outcome).to.deep.include({ code: 0, stdout: 'stored 1, known 0\n' });
    const stores = await openSqliteStores({ path });
    const payments = createPayments({
      processor: createMemoryProcessor(),
      stores,
      idempotencySecret: 'a secret of the program',
    });
    const handled = new Promise((resolve) => {
      payments.on('customer.created', ({ data }) => resolve(data.object.name), { name: 'greet' });
    });
    payments.start();
    expect(await handled).to.equal('Ana 0');
    await payments.stop();
    await stores.close();
  });

  it('lets a service without handlers ignore the fetched events', async () => {
    const { path, events } = await store();
    await customers(1);
    await runHere(['events', 'backfill', '--since', '24h'], environment(path));
    await addressOf(await startProgram(['serve', '--port', '0'], environment(path)));
    await eventually(async () => {
      expect(await valueOf(events.list({ limit: 1 }))).to.have.nested.include({
        'value.data[0].state': 'ignored',
        'value.data[0].reason':
          'no handler is registered for this event type, and no forwarder is configured',
      });
    });
  });

  it('leaves out events outside of --since and --until', async () => {
    const { path } = await store();
    await customers(3);
    for (const range of [
      ['--since', '30m', '--overlap', '0'],
      ['--since', '30m', '--overlap', '29m'],
      ['--since', '3h', '--until', '2h'],
    ]) {
      const outcome = await runHere(['events', 'backfill', ...range], environment(path));
      expect(outcome).to.deep.include({ code: 0, stdout: 'stored 0, known 0\n' });
    }
    const outcome = await runHere(
      ['events', 'backfill', '--since', '2h', '--until', '30m'],
      environment(path),
    );
    expect(outcome).to.deep.include({ code: 0, stdout: 'stored 3, known 0\n' });
  });

  it('starts an hour before --since, or earlier or later with --overlap', async () => {
    const { path } = await store();
    await customers(3);
    const ago = async (...options: ReadonlyArray<string>) =>
      (await runHere(['events', 'backfill', '--since', ...options], environment(path))).stdout;
    expect(await ago('30m')).to.equal('stored 3, known 0\n');
    expect(await ago('5m', '--overlap', '2h')).to.equal('stored 0, known 3\n');
  });

  it('lets a running service on the same store handle the fetched events', async () => {
    const { path } = await store();
    const receiver = await startReceiver();
    const env = {
      ...environment(path),
      EVENT_FORWARD_URL: receiver.url,
      EVENT_FORWARD_SECRET: forwardSecret,
    };
    await addressOf(await startProgram(['serve', '--port', '0'], env));
    await customers(2);
    const outcome = await runHere(['events', 'backfill', '--since', '24h'], env);
    expect(outcome).to.deep.include({ code: 0, stdout: 'stored 2, known 0\n' });
    const calls = await receiver.first(2);
    expect(calls.map(({ body }) => JSON.stringify(body)).join())
      .to.include('Ana 0')
      .and.include('Ana 1');
    await receiver.close();
  });

  it('prints how far it came when the processor becomes unavailable, and with which --since to continue', async () => {
    const { path } = await store();
    await customers(120);
    const { controls } = stripe.account(key).processor;
    controls.failNext({ on: 'any', with: { delay: 1 }, times: 2 });
    controls.failNext({ on: 'any', with: 'server_error' });
    const outcome = await runHere(['events', 'backfill', '--since', '24h'], environment(path));
    expect(outcome).to.deep.include({ code: 1, stdout: '' });
    const at = new Date((now - 3600) * 1000).toISOString().replace('.000', '');
    const said = outcome.stderr.split('\n').at(-2) ?? '';
    expect(said).to.match(
      /^pasarela: the backfill is incomplete \(stored 20, known 0\): no response from the processor: /,
    );
    expect(said.endsWith(`; continue with --since ${at}`), said).to.equal(true);
    const rest = await runHere(['events', 'backfill', '--since', at], environment(path));
    expect(rest).to.deep.include({ code: 0, stdout: 'stored 100, known 20\n' });
  });

  describe('with an invalid event at the processor', () => {
    const event = (n: number) => ({ ...eventOf(`evt_${n}`), created: now - n });
    const processor = useHttpServer(({ url = '' }, response) => {
      const all = [event(1), { ...event(2), livemode: null }, event(3)];
      const data = url.includes('ending_before') ? [] : all;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data, has_more: false, url: '/v1/events' }));
    });

    it('stores the other events, names the invalid one, and fails', async () => {
      const { path } = await store();
      const env = { ...environment(path), STRIPE_BASE_URL: processor() };
      const outcome = await runHere(['events', 'backfill', '--since', '24h'], env);
      expect(outcome).to.include({ code: 1, stdout: 'stored 2, known 0\n' });
      expect(outcome.stderr.split('\n').at(-2)).to.equal(
        "pasarela: could not store 1 of the processor's events: evt_2 is not a valid event (wrong or missing: livemode)",
      );
    });
  });

  const refused: ReadonlyArray<
    readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>, RegExp]
  > = [
    ['a store in memory', [], { DATABASE_URL: 'memory:' }, /an in-memory store .* DATABASE_URL/],
    ['no Stripe', [], { STRIPE_SECRET_KEY: '' }, /its in-memory processor: .* STRIPE_SECRET_KEY/],
    ['an invalid --since', ['--since', 'soon'], {}, /--since must be a day .* 24h or 7d/],
    ['a --since to come', ['--since', '2999-01-01'], {}, /--since must be before now; .* 2999/],
    [
      'a --since whose events may be forgotten',
      ['--since', '865h'],
      { EVENT_RETENTION_DAYS: '2', EVENT_ID_DAYS: '36' },
      /--since must not be more than EVENT_ID_DAYS \(36\) ago/,
    ],
    ['an invalid --overlap', ['--overlap', 'long'], {}, /--overlap must be 0 or .* 30m, 2h/],
    ['an empty range', ['--until', '2d'], {}, /--since must be before --until/],
  ];
  for (const [what, options, env, problem] of refused) {
    it(`refuses ${what}`, async () => {
      const { path } = await store();
      const args = ['events', 'backfill', '--since', '24h', ...options];
      const { code, stdout, stderr } = await runHere(args, { ...environment(path), ...env });
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.match(problem);
    });
  }

  it('refuses a missing --since and a missing store', async () => {
    const path = await file();
    expect((await runHere(['events', 'backfill'], environment(path))).stderr).to.include('--since');
    const { code, stderr } = await runHere(
      ['events', 'backfill', '--since', '1d'],
      environment(path),
    );
    expect(code).to.equal(1);
    expect(stderr).to.match(/^pasarela: the store file:\S+ does not exist: .* pasarela migrate\n$/);
  });
});
