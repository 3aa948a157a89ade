import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../src/domain/branded.js';
import { keyedRequest } from '../../../support/idempotency/keyed-request.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const leaseUntil = 1000;
const request = keyedRequest();

const stores = new URL('../../../../src/adapters/outbound/sqlite/open-stores.js', import.meta.url);

const program = `
const { openSqliteStores } = await import(process.argv[1]);
const { eventStore, idempotencyStore } = await openSqliteStores({ path: process.argv[2] });
await idempotencyStore.claim({ ...${JSON.stringify(request)}, owner: 'killed', now: 1, leaseUntil: ${leaseUntil} })();
for (const event of JSON.parse(process.argv[3])) await eventStore.store(event, 1)();
await eventStore.claim({ owner: 'killed', now: 1, leaseUntil: ${leaseUntil}, limit: 5 })();
console.log('leased');
setInterval(() => undefined, 1000);
`;

describe('the leases of a process in an SQLite file', () => {
  const { file, open } = useSqlite();
  const running: Array<ChildProcess> = [];

  const lease = async (path: string, ...ids: ReadonlyArray<string>): Promise<ChildProcess> => {
    const events = JSON.stringify(ids.map((id) => eventOf(id, { object: `ch_${id}` })));
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', program, stores.href, path, events],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    running.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  afterEach(async () => {
    for (const child of running.splice(0)) await kill(child);
  });

  /** The outcome of claiming the key, and the claimed events, in another process that opens the file. */
  const taken = async (path: string) => {
    const database = await open(path);
    const by = { owner: 'next', now: 2, leaseUntil: leaseUntil + 1 };
    const { _tag } = await valueOf(
      createSqlIdempotencyStore(database).claim({ ...request, ...by }),
    );
    const events = createSqlEventStore(database);
    const claimed = await valueOf(events.claim({ ...by, limit: 5 }));
    return {
      key: _tag,
      events: claimed.map(({ stored, attempt }) => [stored.id, attempt]),
      find: events.find,
    };
  };

  it('are released when the next process opens the file, if the process was killed', async () => {
    const path = await file();
    await kill(await lease(path, 'evt_1', 'evt_2'));
    const { key, events } = await taken(path);
    expect(key).to.equal('Claimed');
    expect(events).to.deep.equal([
      ['evt_1', 2],
      ['evt_2', 2],
    ]);
  });

  it('are kept while the process runs', async () => {
    const path = await file();
    await lease(path, 'evt_1');
    expect(await taken(path)).to.deep.include({ key: 'InUse', events: [] });
  });

  it('are kept until they expire for an event whose try was interrupted before', async () => {
    const path = await file();
    await kill(await lease(path, 'evt_1'));
    await kill(await lease(path));
    const { events, find } = await taken(path);
    expect(events).to.deep.equal([]);
    expect(await valueOf(find(eventId('evt_1')))).to.deep.nested.include({
      'value.attempts': 2,
      'value.next_attempt_at': leaseUntil,
    });
  });
});
