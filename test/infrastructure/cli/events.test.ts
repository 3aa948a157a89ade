import { expect } from 'chai';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../src/contract/stores/events/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { type FakeServer, startFakeServer } from '../../../src/fake-server/start-fake-server.js';
import { startReceiver } from '../../fake-server/webhooks/support/receiver.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { usePrograms } from '../../support/programs/use-programs.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';

const key = ['sk', 'test', 'events0123456789'].join('_');
const forwardSecret = `whsec_${Buffer.alloc(24, 'pasarela').toString('base64')}`;
const received = Date.parse('2030-01-01T00:00:00Z') / 1000;

describe('pasarela events backfill', () => {
  const { start: startProgram, run, addressOf } = usePrograms();
  const { file, fresh, another } = useSqlite();
  let stripe: FakeServer;

  // The processor's present is an hour before the program's.
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

  it('keeps what was missed, counts what is known, and says both', async () => {
    const { path, events } = await store();
    await customers(230);
    const first = await run(['events', 'backfill', '--since', '24h'], environment(path));
    expect(first).to.deep.include({ code: 0, stdout: 'stored 230, known 0\n' });
    expect(first.stderr).to.match(
      /^starts at \S+Z\. .* may still be missing afterwards\nfound 100\nfound 200\nstored 30, known 0, up to \S+Z\nstored 130/,
    );
    await customers(12);
    const second = await run(['events', 'backfill', '--since', '24h'], {
      ...environment(path),
      EVENTS_HANDLED_ELSEWHERE: 'true',
    });
    expect(second).to.deep.include({ code: 0, stdout: 'stored 12, known 230\n' });
    const newest = await valueOf(events.list({ limit: 13 }));
    expect(newest).to.have.nested.property('value.data[0].event.data.object.name', 'Ana 11');
    expect(newest).to.have.nested.include({
      'value.data[0].state': 'pending',
      'value.data[12].state': 'ignored',
      'value.data[12].reason': 'no handler and no forwarder is registered for its type',
    });
  });

  it('leaves out what is not between --since and --until', async () => {
    const { path } = await store();
    await customers(3);
    for (const range of [
      ['--since', '30m', '--overlap', '0'],
      ['--since', '30m', '--overlap', '29m'],
      ['--since', '3h', '--until', '2h'],
    ]) {
      const outcome = await run(['events', 'backfill', ...range], environment(path));
      expect(outcome).to.deep.include({ code: 0, stdout: 'stored 0, known 0\n' });
    }
    const outcome = await run(
      ['events', 'backfill', '--since', '2h', '--until', '30m'],
      environment(path),
    );
    expect(outcome).to.deep.include({ code: 0, stdout: 'stored 3, known 0\n' });
  });

  it('begins an hour before --since, or as long before as --overlap says', async () => {
    const { path } = await store();
    await customers(3);
    const ago = async (...options: ReadonlyArray<string>) =>
      (await run(['events', 'backfill', '--since', ...options], environment(path))).stdout;
    expect(await ago('30m')).to.equal('stored 3, known 0\n');
    expect(await ago('5m', '--overlap', '2h')).to.equal('stored 0, known 3\n');
  });

  it('has a service that runs on the same store handle what it fetched', async () => {
    const { path } = await store();
    const receiver = await startReceiver();
    const env = {
      ...environment(path),
      EVENT_FORWARD_URL: receiver.url,
      EVENT_FORWARD_SECRET: forwardSecret,
    };
    await addressOf(await startProgram(['serve', '--port', '0'], env));
    await customers(2);
    const outcome = await run(['events', 'backfill', '--since', '24h'], env);
    expect(outcome).to.deep.include({ code: 0, stdout: 'stored 2, known 0\n' });
    const calls = await receiver.first(2);
    expect(calls.map(({ body }) => JSON.stringify(body)).join())
      .to.include('Ana 0')
      .and.include('Ana 1');
    await receiver.close();
  });

  it('says how far it came when the processor goes away, and with which --since to go on', async () => {
    const { path } = await store();
    await customers(120);
    const { controls } = stripe.account(key).processor;
    controls.failNext({ on: 'any', with: { delay: 1 }, times: 2 });
    controls.failNext({ on: 'any', with: 'server_error' });
    const outcome = await run(['events', 'backfill', '--since', '24h'], environment(path));
    expect(outcome).to.deep.include({ code: 1, stdout: '' });
    const at = new Date((now - 3600) * 1000).toISOString().replace('.000', '');
    const said = outcome.stderr.split('\n').at(-2) ?? '';
    expect(said).to.match(
      /^pasarela: the backfill is incomplete \(stored 20, known 0\): no response from the processor: /,
    );
    expect(said.endsWith(`; continue with --since ${at}`), said).to.equal(true);
    const rest = await run(['events', 'backfill', '--since', at], environment(path));
    expect(rest).to.deep.include({ code: 0, stdout: 'stored 100, known 20\n' });
  });

  describe('from a processor one of whose events is none', () => {
    const event = (n: number) => ({ ...eventOf(`evt_${n}`), created: now - n });
    const processor = useHttpServer(({ url = '' }, response) => {
      const all = [event(1), { ...event(2), livemode: null }, event(3)];
      const data = url.includes('ending_before') ? [] : all;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data, has_more: false, url: '/v1/events' }));
    });

    it('keeps the others, names it, and fails', async () => {
      const { path } = await store();
      const env = { ...environment(path), STRIPE_BASE_URL: processor() };
      const outcome = await run(['events', 'backfill', '--since', '24h'], env);
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
    ['a --since that is none', ['--since', 'soon'], {}, /--since must be a day .* 24h or 7d/],
    ['a --since to come', ['--since', '2999-01-01'], {}, /--since must be before now; .* 2999/],
    [
      'a --since whose events may be forgotten',
      ['--since', '865h'],
      { EVENT_RETENTION_DAYS: '2', EVENT_ID_DAYS: '36' },
      /--since must not be more than EVENT_ID_DAYS \(36\) ago/,
    ],
    ['an --overlap that is none', ['--overlap', 'long'], {}, /--overlap must be 0 or .* 30m, 2h/],
    ['an empty range', ['--until', '2d'], {}, /--since must be before --until/],
  ];
  for (const [what, options, env, problem] of refused) {
    it(`refuses ${what}`, async () => {
      const { path } = await store();
      const args = ['events', 'backfill', '--since', '24h', ...options];
      const { code, stdout, stderr } = await run(args, { ...environment(path), ...env });
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.match(problem);
    });
  }

  it('refuses to begin without --since, and a store that is not there', async () => {
    const path = await file();
    expect((await run(['events', 'backfill'], environment(path))).stderr).to.include('--since');
    const { code, stderr } = await run(['events', 'backfill', '--since', '1d'], environment(path));
    expect(code).to.equal(1);
    expect(stderr).to.match(/^pasarela: the store file:\S+ does not exist: .* pasarela migrate\n$/);
  });
});

describe('pasarela events over a store', () => {
  const broken = 'broken\n\u001b[2J by it';
  const { run } = usePrograms();
  const { fresh, another } = useSqlite();

  /** Two dead events, a handled one and two ignored ones, the last of which is about a customer. */
  const store = async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const events = createSqlEventStore(database);
    const types = ['charge.failed', 'charge.succeeded', 'charge.succeeded'];
    for (const [n, type] of types.entries()) {
      await valueOf(events.store(eventOf(`evt_${n}`, { type }), received + n));
    }
    await valueOf(events.store(eventOf('evt_3'), received + 3, 'nobody'));
    await valueOf(
      events.store(eventOf('evt_4', { fields: { customer: 'cus_1' } }), received + 4, 'nobody'),
    );
    await valueOf(
      events.claim({ owner: 'a', now: received + 9, leaseUntil: received + 99, limit: 9 }),
    );
    for (const n of types.keys()) {
      await valueOf(
        events.conclude(`evt_${n}`, {
          owner: 'a',
          startedAt: received + 9,
          endedAt: received + 9,
          outcome:
            n === 2 ? { _tag: 'Handled' } : { _tag: 'Failed', error: broken, nextAttemptAt: null },
        }),
      );
    }
    const states = async () =>
      Promise.all(
        [0, 1, 2, 3].map(async (n) => {
          const [line] = await valueOf(
            database.query('SELECT state FROM pasarela_events WHERE id = $1', [`evt_${n}`]),
          );
          return line?.['state'];
        }),
      );
    return { states, env: { DATABASE_URL: `file:${path}` } };
  };

  it('lists them, last received first, with why they are as they are', async () => {
    const { env } = await store();
    const { code, stdout, stderr } = await run(['events', 'list'], env);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout.split('\n')).to.deep.equal([
      '2030-01-01T00:00:04Z evt_4 ignored charge.succeeded ch_evt_4 nobody',
      '2030-01-01T00:00:03Z evt_3 ignored charge.succeeded ch_evt_3 nobody',
      '2030-01-01T00:00:02Z evt_2 handled charge.succeeded ch_evt_2 1 try',
      '2030-01-01T00:00:01Z evt_1 dead charge.succeeded ch_evt_1 1 try broken [2J by it',
      '2030-01-01T00:00:00Z evt_0 dead charge.failed ch_evt_0 1 try broken [2J by it',
      '',
    ]);
  });

  for (const [options, ids, more] of [
    [['--state', 'dead'], ['evt_1', 'evt_0'], ''],
    [['--object', 'ch_evt_2'], ['evt_2'], ''],
    [['--limit', '1'], ['evt_4'], 'there are more events: raise --limit to list them\n'],
  ] as const) {
    it(`lists those of ${options.join(' ')}`, async () => {
      const { env } = await store();
      const { stdout, stderr } = await run(['events', 'list', ...options], env);
      expect([...stdout.matchAll(/ evt_\d /g)].map(([id]) => id.trim())).to.deep.equal([...ids]);
      expect(stderr).to.equal(more);
    });
  }

  it('shows one with its tries', async () => {
    const { env } = await store();
    const { code, stdout, stderr } = await run(['events', 'show', 'evt_1'], env);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(JSON.parse(stdout)).to.deep.include({
      id: 'evt_1',
      state: 'dead',
      event: eventOf('evt_1', { type: 'charge.succeeded' }),
      tries: [
        {
          attempt: 1,
          started_at: received + 9,
          ended_at: received + 9,
          error: broken,
          handlers: [],
        },
      ],
    });
  });

  for (const [options, replayed, states] of [
    [['evt_2'], 1, ['dead', 'dead', 'pending', 'ignored']],
    [['--state', 'dead'], 2, ['pending', 'pending', 'handled', 'ignored']],
    [['--state', 'dead', '--type', 'charge.failed'], 1, ['pending', 'dead', 'handled', 'ignored']],
    [['--state', 'ignored'], 2, ['dead', 'dead', 'handled', 'pending']],
    [
      ['--state', 'dead', '--from', '2030-01-01T00:00:01Z', '--to', '2031-01-01'],
      1,
      ['dead', 'pending', 'handled', 'ignored'],
    ],
  ] as const) {
    it(`replays ${options.join(' ')}`, async () => {
      const { env, states: statesNow } = await store();
      const { code, stdout } = await run(['events', 'replay', ...options], env);
      expect([code, stdout]).to.deep.equal([0, `replayed ${replayed}\n`]);
      expect(await statesNow()).to.deep.equal(states);
    });
  }

  it('erases those about a customer, which are not replayed then', async () => {
    const { env } = await store();
    const erase = ['events', 'erase', '--customer', 'cus_1'];
    expect(await run(erase, env)).to.deep.include({ code: 0, stdout: 'erased 1\n', stderr: '' });
    expect(await run(erase, env)).to.deep.include({ code: 0, stdout: 'erased 0\n', stderr: '' });
    const list = await run(['events', 'list', '--state', 'dropped'], env);
    expect(list.stdout).to.equal('2030-01-01T00:00:04Z evt_4 dropped charge.succeeded -\n');
    const show = await run(['events', 'show', 'evt_4'], env);
    expect(JSON.parse(show.stdout)).to.deep.include({ id: 'evt_4', state: 'dropped' });
    expect(show.stdout).not.to.include('cus_1');
    expect(await run(['events', 'replay', 'evt_4'], env)).to.deep.include({
      code: 1,
      stdout: '',
      stderr: 'pasarela: event evt_4 cannot be handled again: its payload was deleted\n',
    });
  });

  for (const [options, problem] of [
    [['replay'], 'pass an event id, or --state dead'],
    [['replay', 'evt_1', '--type', 'x'], '--type cannot be combined with an event id'],
    [
      ['replay', 'evt_9'],
      'event evt_9 is not in the store: pasarela events list shows the stored events',
    ],
    [
      ['show', 'evt_9'],
      'event evt_9 is not in the store: pasarela events list shows the stored events',
    ],
    [['erase', '--customer', 'cus/1'], '--customer must be the id of a customer, such as cus_...'],
    [
      ['show', 'evt/1'],
      'event evt/1 is not in the store: pasarela events list shows the stored events',
    ],
    [
      ['replay', '--state', 'pending'],
      '--state must be one of dead, ignored, handled; it is "pending"',
    ],
    [
      ['replay', '--state', 'dropped'],
      '--state must be one of dead, ignored, handled; it is "dropped"',
    ],
    [['list', '--limit', '0'], '--limit must be a number from 1 to 1000; it is "0"'],
  ] as const) {
    it(`refuses ${options.join(' ')}`, async () => {
      const { env } = await store();
      expect(await run(['events', ...options], env)).to.deep.include({
        code: 1,
        stdout: '',
        stderr: `pasarela: ${problem}\n`,
      });
    });
  }

  it('refuses a store in memory', async () => {
    for (const args of [['list'], ['show', 'evt_1'], ['replay', '--state', 'dead']]) {
      const { code, stderr } = await run(['events', ...args]);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^pasarela: an in-memory store .*\n$/);
    }
  });
});
