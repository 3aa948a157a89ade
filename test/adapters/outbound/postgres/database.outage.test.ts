import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import type { EventStore } from '../../../../src/application/ports/event-store.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { keptAnswer, keyedRequest } from '../../../support/idempotency/keyed-request.js';
import {
  type PostgresServer,
  startPostgres,
} from '../../../support/stores/postgres/start-postgres.js';
import { useDatabases } from '../../../support/stores/postgres/use-postgres.js';
import { until } from '../../../support/time/until.js';
import { handleAll } from './support/handle-all.js';

describe('an outage of PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  const open = useDatabases();
  after(() => server.end());

  const insert = (database: Database, number: number) =>
    database.query('INSERT INTO kept VALUES ($1)', [number]);

  it('makes calls fail with StoreUnavailable, loses nothing stored, and ends without a restart', async () => {
    const database = await open(server.url);
    const other = await open(server.url);
    await valueOf(database.query('CREATE TABLE kept (number INTEGER PRIMARY KEY)'));
    let heard = 0;
    database.onAnnouncement(() => {
      heard += 1;
    });
    await until(() => heard > 0);

    const taken: Array<number> = [];
    const refused: Array<string> = [];
    let next = 0;
    const load = { over: false };
    const workers = Array.from({ length: 8 }, async () => {
      while (!load.over) {
        const number = next;
        next += 1;
        const outcome = await insert(number % 2 === 0 ? database : other, number)();
        if (E.isRight(outcome)) taken.push(number);
        else refused.push(outcome.left._tag);
      }
    });
    await until(() => taken.length > 50);

    const heardBefore = heard;
    await server.stop();
    await until(() => refused.length > 50);
    const takenBefore = taken.length;
    await server.start();
    await until(() => taken.length > takenBefore + 50);
    load.over = true;
    await Promise.all(workers);

    expect(new Set(refused)).to.deep.equal(new Set(['StoreUnavailable']));
    const rows = await valueOf(database.query('SELECT number FROM kept'));
    const kept = new Set(rows.map((row) => row['number']));
    expect(taken.filter((number) => !kept.has(number))).to.deep.equal([]);

    // It missed the announcements meanwhile, so it is notified once, and then again of each announcement.
    await until(() => heard > heardBefore);
    const heardAfter = heard;
    await valueOf(other.query(`SELECT ${other.dialect.announcement}`));
    await until(() => heard > heardAfter);
  });

  it('loses no event that is sent until it is accepted, and leaves none unhandled', async () => {
    const databases = await Promise.all([open(server.url), open(server.url)]);
    await Promise.all(databases.map((database) => valueOf(migrateSchema(database, silentLogger))));
    const instances = databases.map(createSqlEventStore);
    const ids = Array.from({ length: 300 }, (_, number) => `evt_${number}`);
    const progress = { sent: 0, refused: 0 };

    const sendUntilTaken = async (id: string, store: EventStore): Promise<void> => {
      const outcome = await store.store(eventOf(id, { object: `ch_${id.at(-1) ?? ''}` }), 0)();
      if (E.isRight(outcome)) {
        progress.sent += 1;
        return;
      }
      progress.refused += 1;
      await sendUntilTaken(id, store);
    };
    const sending = instances.map(async (store, instance) => {
      for (const id of ids.filter((_, number) => number % 2 === instance)) {
        await sendUntilTaken(id, store);
      }
    });
    const handling = handleAll(instances, ids.length, { leaseTicks: 100 });
    for (const sent of [50, 150]) {
      await until(() => progress.sent > sent);
      const { refused } = progress;
      await server.stop();
      await until(() => progress.refused > refused);
      await server.start();
    }
    await Promise.all(sending);
    const { collisions } = await handling;

    expect(collisions).to.deep.equal([]);
    const reader = await open(server.url);
    const rows = await valueOf(reader.query('SELECT id, state FROM pasarela_events'));
    expect(rows.map((row) => row['id'])).to.have.members(ids);
    expect(new Set(rows.map((row) => row['state']))).to.deep.equal(new Set(['handled']));
  });

  it('may undo the answer of a key when it is a crash, but not its claim', async () => {
    const [database, other] = await Promise.all([open(server.url), open(server.url)]);
    await valueOf(migrateSchema(database, silentLogger));
    const [keys, otherKeys] = [database, other].map(createSqlIdempotencyStore);
    if (keys === undefined || otherKeys === undefined) throw new Error('there are two');
    // The server's process that brings such answers to the disk.
    const [writer] = await valueOf(
      database.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'"),
    );
    const pid = Number(writer?.['pid']);
    process.kill(pid, 'SIGSTOP');

    const request = keyedRequest({ now: 100, leaseUntil: 400, forgetAnsweredBefore: 0 });
    const lease = { scope: 'shop', key: request.key, owner: request.owner };
    expect(await valueOf(keys.claim(request))).to.include({ _tag: 'Claimed', doubt: null });
    expect(await valueOf(keys.answer(lease, keptAnswer('first', 100)))).to.equal(true);
    const again = { ...request, owner: 'second' };
    expect(await valueOf(otherKeys.claim(again))).to.deep.equal({
      _tag: 'Answered',
      answer: 'first',
    });
    // While it is stopped, only this signal ends it.
    const crashed = server.crash();
    process.kill(pid, 'SIGKILL');
    await crashed;
    await server.start();
    expect(await valueOf(otherKeys.claim(again))).to.include({ _tag: 'InUse' });
  });
});
