import { expect } from 'chai';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { listAt } from '../../support/json/at.js';
import { onTerminal } from '../../support/programs/on-terminal.js';
import { runHere } from '../../support/programs/run-here.js';
import { usePrograms } from '../../support/programs/use-programs.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';

const received = Date.parse('2030-01-01T00:00:00Z') / 1000;

describe('pasarela events with a store', () => {
  const broken = 'broken\n\u001b[2J by it\u202e';
  const { run } = usePrograms();
  const { fresh, another } = useSqlite();

  /** Two dead events, a handled event and two ignored events. The last one is about a customer. */
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

  it('lists events, the newest first, with the reason of their state', async () => {
    const { env } = await store();
    const { code, stdout, stderr } = await runHere(['events', 'list'], env);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout.split('\n')).to.deep.equal([
      '2030-01-01T00:00:04Z evt_4 ignored charge.succeeded ch_evt_4 nobody',
      '2030-01-01T00:00:03Z evt_3 ignored charge.succeeded ch_evt_3 nobody',
      '2030-01-01T00:00:02Z evt_2 handled charge.succeeded ch_evt_2 1 try',
      '2030-01-01T00:00:01Z evt_1 dead charge.succeeded ch_evt_1 1 try broken [2J by it\\u202e',
      '2030-01-01T00:00:00Z evt_0 dead charge.failed ch_evt_0 1 try broken [2J by it\\u202e',
      '',
    ]);
  });

  it('lists events as a table on a terminal, and as JSON without payloads if asked', async () => {
    const { env } = await store();
    const [table, json] = await Promise.all([
      run(['events', 'list', '--limit', '2', '--state', 'dead'], { ...env, ...onTerminal }),
      run(['events', 'list', '--limit', '1', '--json'], { ...env, ...onTerminal }),
    ]);
    expect(table.stdout.split('\n')).to.deep.equal([
      'RECEIVED              ID     STATE  TYPE              OBJECT    TRIES  WHY',
      '2030-01-01T00:00:01Z  evt_1  dead   charge.succeeded  ch_evt_1  1      broken [2J by it\\u202e',
      '2030-01-01T00:00:00Z  evt_0  dead   charge.failed     ch_evt_0  1      broken [2J by it\\u202e',
      '',
    ]);
    const [listed] = listAt({ data: JSON.parse(json.stdout) }, 'data');
    expect(listed).to.include({ id: 'evt_4', state: 'ignored', received_at: received + 4 });
    expect(listed).not.to.have.property('event');
  });

  it('says that a store has no events yet', async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const env = { DATABASE_URL: `file:${path}` };
    expect(await runHere(['events', 'list'], env)).to.deep.include({
      code: 0,
      stdout: '',
      stderr: `the store file:${path} has no events yet: the service stores those that it receives at /api/webhooks\n`,
    });
  });

  it('says that nobody handles a replayed event, unless it is forwarded', async () => {
    const { env } = await store();
    expect((await runHere(['events', 'replay', 'evt_3'], env)).stderr).to.match(
      /^nobody handles events in pasarela serve without EVENT_FORWARD_URL/,
    );
    const forward = {
      EVENT_FORWARD_URL: 'http://127.0.0.1:1/',
      EVENT_FORWARD_SECRET: `whsec_${Buffer.alloc(32, 'a').toString('base64')}`,
    };
    const forwarded = await runHere(['events', 'replay', 'evt_4'], { ...env, ...forward });
    expect(forwarded).to.deep.include({ code: 0, stdout: 'replayed 1\n', stderr: '' });
  });

  for (const [options, ids, more] of [
    [['--state', 'dead'], ['evt_1', 'evt_0'], ''],
    [['--object', 'ch_evt_2'], ['evt_2'], ''],
    [['--type', 'charge.suceeded'], [], 'no stored events match\n'],
    [['--limit', '1'], ['evt_4'], 'there are more events: raise --limit to list them\n'],
  ] as const) {
    it(`lists events with ${options.join(' ')}`, async () => {
      const { env } = await store();
      const { stdout, stderr } = await runHere(['events', 'list', ...options], env);
      expect([...stdout.matchAll(/ evt_\d /g)].map(([id]) => id.trim())).to.deep.equal([...ids]);
      expect(stderr).to.equal(more);
    });
  }

  it('lists as many large events as it is asked for', async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const note = 'x'.repeat(900_000);
    for (const n of [0, 1, 2, 3]) {
      await valueOf(createSqlEventStore(database).store(eventOf(`evt_${n}`, { note }), received));
    }
    const env = { DATABASE_URL: `file:${path}` };
    const { stdout, stderr } = await runHere(['events', 'list', '--limit', '3'], env);
    expect([...stdout.matchAll(/ (evt_\d) /g)].map(([, id]) => id)).to.deep.equal([
      'evt_3',
      'evt_2',
      'evt_1',
    ]);
    expect(stderr).to.equal('there are more events: raise --limit to list them\n');
  });

  it('shows an event with its tries', async () => {
    const { env } = await store();
    const { code, stdout, stderr } = await runHere(['events', 'show', 'evt_1'], env);
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
      const { code, stdout } = await runHere(['events', 'replay', ...options], env);
      expect([code, stdout]).to.deep.equal([0, `replayed ${replayed}\n`]);
      expect(await statesNow()).to.deep.equal(states);
    });
  }

  it('erases the events about a customer, which cannot be replayed then', async () => {
    const { env } = await store();
    const erase = ['events', 'erase', '--customer', 'cus_1'];
    expect(await runHere(erase, env)).to.deep.include({
      code: 0,
      stdout: 'erased 1\n',
      stderr: '',
    });
    expect(await runHere(erase, env)).to.deep.include({
      code: 0,
      stdout: 'erased 0\n',
      stderr: '',
    });
    const list = await runHere(['events', 'list', '--state', 'dropped'], env);
    expect(list.stdout).to.equal('2030-01-01T00:00:04Z evt_4 dropped charge.succeeded -\n');
    const show = await runHere(['events', 'show', 'evt_4'], env);
    expect(JSON.parse(show.stdout)).to.deep.include({ id: 'evt_4', state: 'dropped' });
    expect(show.stdout).not.to.include('cus_1');
    expect(await runHere(['events', 'replay', 'evt_4'], env)).to.deep.include({
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
    [['replay', '--state', 'pending'], '--state must be one of dead, ignored, handled'],
    [['replay', '--state', 'dropped'], '--state must be one of dead, ignored, handled'],
    [['list', '--limit', '0'], '--limit must be a whole number from 1 to 1000'],
  ] as const) {
    it(`refuses ${options.join(' ')}`, async () => {
      const { env } = await store();
      expect(await runHere(['events', ...options], env)).to.deep.include({
        code: 1,
        stdout: '',
        stderr: `pasarela: ${problem}\n`,
      });
    });
  }

  it('refuses an in-memory store', async () => {
    for (const args of [['list'], ['show', 'evt_1'], ['replay', '--state', 'dead']]) {
      const { code, stderr } = await runHere(['events', ...args]);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^pasarela: an in-memory store .*\n$/);
    }
  });
});
