import { copyFile, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import Libsql from 'libsql';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { storeUnavailable } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { createSqliteDatabase } from '../../../../src/adapters/outbound/sqlite/database.js';
import { emptyWriteAheadLog } from '../../../../src/adapters/outbound/sqlite/write-ahead-log.js';
import { eraseCustomerEvents } from '../../../../src/application/use-cases/erase-events.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { customerId, eventId } from '../../../../src/domain/branded.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const received = 1_700_000_000;
const marker = 'Zephyrine Quill';

describe('the write-ahead log of an SQLite database', () => {
  const { file, open, fresh, another } = useSqlite();

  const pathOf = async ({ query }: Database): Promise<string> =>
    String((await valueOf(query('PRAGMA database_list')))[0]?.['file']);

  const logSize = async (path: string): Promise<number> =>
    (await stat(`${path}-wal`).catch(() => ({ size: 0 }))).size;

  const copies = async (path: string, text: string): Promise<ReadonlyArray<number>> =>
    Promise.all(
      [path, `${path}-wal`].map(
        async (one) => (await readFile(one, 'latin1').catch(() => '')).split(text).length - 1,
      ),
    );

  /** Events of three customers in turn, small and large. Those of `cus_1` have the marker. */
  const storeEvents = async (database: Database): Promise<void> => {
    const { store } = createSqlEventStore(database);
    for (const n of Array.from({ length: 90 }).keys()) {
      const customer = `cus_${n % 3}`;
      const address = [300, 1500, 4000, 9000].map((length) => 'a'.repeat(length))[n % 4];
      const name = customer === 'cus_1' ? marker : 'Somebody else';
      const fields = { customer, name, address, shipping: { name } };
      await valueOf(store(eventOf(`evt_${n}`, { fields }), received + n));
    }
  };

  it('is empty after closing: a copy of the file alone has everything', async () => {
    const database = await fresh();
    const path = await pathOf(database);
    await valueOf(createSqlEventStore(database).store(eventOf('evt_1'), received));
    expect(await logSize(path)).to.be.greaterThan(0);
    await valueOf(database.close);
    expect(await logSize(path)).to.equal(0);
    const copy = join(dirname(await file()), 'copy.db');
    await copyFile(path, copy);
    const { find } = createSqlEventStore(await open(copy));
    expect(E.isRight(await find(eventId('evt_1'))())).to.equal(true);
  });

  it('can be closed twice', async () => {
    const { close } = await fresh();
    await valueOf(close);
    await valueOf(close);
  });

  it('is emptied by a process that closes the file while another one has it open', async () => {
    const database = await fresh();
    const other = await another();
    await valueOf(createSqlEventStore(database).store(eventOf('evt_1'), received));
    await valueOf(database.close);
    expect(await logSize(await pathOf(other))).to.equal(0);
    await valueOf(createSqlEventStore(other).store(eventOf('evt_2'), received));
    const events = await valueOf(other.query('SELECT id FROM pasarela_events ORDER BY id'));
    expect(events).to.deep.equal([{ id: 'evt_1' }, { id: 'evt_2' }]);
  });

  it('does not keep a database from closing while another process reads, and loses nothing', async () => {
    const database = await fresh();
    const path = await pathOf(database);
    const reader = new Libsql(path);
    reader.exec('BEGIN; SELECT COUNT(*) FROM pasarela_events');
    const connection = new Libsql(path);
    const writer = createSqliteDatabase(connection, { logPatienceMs: 50 });
    await valueOf(createSqlEventStore(writer).store(eventOf('evt_1'), received));
    await valueOf(writer.dropTraces);
    await valueOf(writer.close);
    expect(connection.open).to.equal(false);
    expect(await logSize(path)).to.be.greaterThan(0);
    reader.exec('COMMIT');
    reader.close();
    const { find } = createSqlEventStore(await another());
    expect(E.isRight(await find(eventId('evt_1'))())).to.equal(true);
  });

  it('has nothing of an erased customer, nor has the file', async () => {
    const database = await fresh();
    const path = await pathOf(database);
    await storeEvents(database);
    const [inFile = 0, inLog = 0] = await copies(path, marker);
    expect(inFile + inLog).to.be.greaterThan(60);
    const eventStore = createSqlEventStore(database);
    expect(await valueOf(eraseCustomerEvents({ eventStore })(customerId('cus_1')))).to.equal(30);
    expect(await copies(path, marker)).to.deep.equal([0, 0]);
    // They are there as they were.
    expect((await copies(path, 'Somebody else'))[0]).to.be.greaterThan(100);
  });

  it('has an erased customer while another process reads, and nothing after the next erasure', async () => {
    const path = await pathOf(await fresh());
    const connection = new Libsql(path);
    connection.exec('PRAGMA secure_delete = ON');
    const database = createSqliteDatabase(connection, { logPatienceMs: 50 });
    await storeEvents(database);
    const reader = new Libsql(path);
    reader.exec('BEGIN; SELECT COUNT(*) FROM pasarela_events');
    const eventStore = createSqlEventStore(database);
    const erase = eraseCustomerEvents({ eventStore })(customerId('cus_1'));
    expect(await valueOf(erase)).to.equal(30);
    const [inFile = 0, inLog = 0] = await copies(path, marker);
    expect(inFile + inLog).to.be.greaterThan(0);
    reader.exec('COMMIT');
    reader.close();
    expect(await valueOf(erase)).to.equal(0);
    expect(await copies(path, marker)).to.deep.equal([0, 0]);
    await valueOf(database.close);
  });

  it('has nothing of events whose time is over', async () => {
    const database = await fresh();
    const path = await pathOf(database);
    const { store, dropPayloads, purge } = createSqlEventStore(database);
    const fields = { customer: 'cus_1', name: marker };
    await valueOf(store(eventOf('evt_1', { fields }), received, 'nobody'));
    await valueOf(dropPayloads('ignored', received + 1, 100));
    await valueOf(purge(received - 1, 100));
    expect(await copies(path, marker)).to.deep.equal([0, 0]);
  });

  it('has nothing of keys whose time is over', async () => {
    const database = await fresh();
    const path = await pathOf(database);
    const { claim, answer, purge } = createSqlIdempotencyStore(database);
    const fingerprint = { secret: 's', value: 'v' };
    await valueOf(
      claim({
        scopes: ['shop'],
        key: marker,
        fingerprints: [fingerprint],
        firstSent: { operation: 'createCustomer', derivedKey: 'd', settings: '{}' },
        owner: 'a',
        now: received,
        leaseUntil: received + 30,
        forgetAnsweredBefore: 0,
      }),
    );
    const lease = { scope: 'shop', key: marker, owner: 'a' };
    await valueOf(answer(lease, { text: marker, fingerprint, at: received }));
    const end = received + 100;
    expect(await valueOf(purge({ answeredBefore: end, now: end, limit: 10 }))).to.equal(1);
    expect(await copies(path, marker)).to.deep.equal([0, 0]);
  });
});

describe('emptying a write-ahead log', () => {
  const row = (busy: number) => E.right([{ busy, log: 1, checkpointed: 1 }]);

  it('is tried again while another process uses the file', async () => {
    const outcomes = [row(1), row(1), row(0)];
    const run = async () => outcomes.shift() ?? row(1);
    expect(await emptyWriteAheadLog(run, 60_000)).to.deep.equal(E.right(undefined));
    expect(outcomes).to.deep.equal([]);
  });

  it('fails as busy when the time is over', async () => {
    const outcome = await emptyWriteAheadLog(async () => row(1), 0);
    expect(outcome).to.have.nested.property('left.cause.code', 'SQLITE_BUSY');
  });

  it('fails at once for another reason', async () => {
    const failure = storeUnavailable(Object.assign(new Error('x'), { code: 'SQLITE_IOERR' }));
    expect(await emptyWriteAheadLog(TE.left(failure), 60_000)).to.deep.equal(E.left(failure));
  });

  it('lets a deletion fail when the disk does, so that it is repeated', async () => {
    const connection = new Libsql(':memory:');
    const { dropTraces } = createSqliteDatabase(connection);
    connection.close();
    expect(await dropTraces()).to.have.nested.property('left._tag', 'StoreUnavailable');
  });
});
