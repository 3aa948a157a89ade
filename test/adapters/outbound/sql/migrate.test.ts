import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { partitionOf } from '../../../../src/adapters/outbound/sql/event-store/lane-locks.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { type Migration, migrations } from '../../../../src/adapters/outbound/sql/migrations.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { customerId, eventId } from '../../../../src/domain/branded.js';
import { keyedRequest } from '../../../support/idempotency/keyed-request.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const step = (name: string, ...statements: ReadonlyArray<string>): Migration => ({
  name,
  statements: () => statements,
});

const one = step('one', 'CREATE TABLE things (id INTEGER)', 'INSERT INTO things VALUES (1)');
const two = step('two', 'INSERT INTO things VALUES (2)');
const broken = step('broken', 'INSERT INTO things VALUES (3)', 'INSERT INTO nothing VALUES (1)');

describe('a migration', () => {
  const { file, open } = useSqlite();
  const thingsIn = async (database: Database): Promise<ReadonlyArray<unknown>> =>
    (await valueOf(database.query('SELECT id FROM things ORDER BY id'))).map(({ id }) => id);

  it('migrates an empty database to this version once', async () => {
    const database = await open(await file());
    const latest = migrations.length;
    expect(await valueOf(migrateSchema(database, silentLogger))).to.deep.equal({
      from: 0,
      to: latest,
    });
    expect(await valueOf(migrateSchema(database, silentLogger))).to.deep.equal({
      from: latest,
      to: latest,
    });
  });

  it("erases a customer's events that an earlier version stored", async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger, migrations.slice(0, 2)));
    const objects = [
      { id: 'ch_1', object: 'charge', customer: 'cus_1' },
      { id: 're_1', object: 'refund', charge: 'ch_1' },
      { id: 'ch_2', object: 'charge', customer: 'cus_2' },
    ];
    const bodies = objects.map(({ id, ...fields }) =>
      JSON.stringify(eventOf(`evt_${id}`, { object: id, fields })),
    );
    for (const [n, body] of [...bodies, 'no event'].entries()) {
      await valueOf(
        database.query(
          `INSERT INTO pasarela_events
            (id, type, lane, created, livemode, received_at, state, attempts, body)
          VALUES ($1, 'charge.succeeded', $1, 1, 0, 1, 'handled', 1, $2)`,
          [`evt_${n}`, body],
        ),
      );
    }
    await valueOf(migrateSchema(database, silentLogger));
    const events = createSqlEventStore(database);
    const erased: Array<object> = [];
    const erase = async (): Promise<boolean> => {
      const batch = await valueOf(events.eraseCustomer(customerId('cus_1'), 3));
      erased.push(batch);
      return batch.more;
    };
    while (await erase());
    expect(erased).to.deep.equal([
      { erased: 0, more: true },
      { erased: 0, more: true },
      { erased: 1, more: true },
      { erased: 1, more: true },
      { erased: 0, more: false },
    ]);
    const left = await valueOf(
      database.query('SELECT id, body FROM pasarela_events ORDER BY seq', []),
    );
    expect(left).to.deep.equal([
      { id: 'evt_0', body: '' },
      { id: 'evt_1', body: '' },
      { id: 'evt_2', body: bodies[2] },
      { id: 'evt_3', body: 'no event' },
    ]);
  });

  it('keeps the keys of an earlier version', async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger, migrations.slice(0, 1)));
    await valueOf(
      database.query(`
        INSERT INTO pasarela_idempotency_keys
          (scope, key, fingerprint, created_at, attempt, owner, lease_until, answer)
        VALUES
          ('shop', 'cut off', 'input', 1, 0, 'gone', 5, NULL),
          ('shop', 'released', 'input', 1, 2, NULL, 5, NULL),
          ('shop', 'answered', 'input', 1, 0, NULL, 5, 'ok')`),
    );
    await valueOf(migrateSchema(database, silentLogger));
    const store = createSqlIdempotencyStore(database);
    const claims = ['cut off', 'released', 'answered'].map((key) =>
      valueOf(
        store.claim(
          keyedRequest({
            key,
            fingerprints: [
              { secret: 's2', value: 'of another secret' },
              { secret: 's1', value: 'input' },
            ],
            now: 9,
            leaseUntil: 99,
          }),
        ),
      ),
    );
    const inDoubt = {
      _tag: 'Claimed',
      scope: 'shop',
      firstSent: null,
      doubt: { since: 1, age: 8 },
      mayHaveForgotten: false,
    };
    expect(await Promise.all(claims)).to.deep.equal([
      inDoubt,
      inDoubt,
      { _tag: 'Answered', answer: 'ok' },
    ]);
  });

  it('reads events that an earlier version stored and tried, before the migration or since', async () => {
    const database = await open(await file());
    const storedAndTried = async (id: string): Promise<void> => {
      await valueOf(
        database.query(
          `INSERT INTO pasarela_events (
            id, type, object_id, lane, created, livemode, received_at, state, reason, attempts,
            due, next_attempt_at, body
          ) VALUES ($1, 'charge.succeeded', $1, $1, 1, 0, 2, 'pending', NULL, 1, 0, 9, $2)`,
          [id, JSON.stringify(eventOf(id, { object: id, created: 1 }))],
        ),
      );
      await valueOf(
        database.query(
          `INSERT INTO pasarela_event_tries (event_id, attempt, started_at, ended_at, error)
          VALUES ($1, 1, 3, 4, 'no room')`,
          [id],
        ),
      );
    };
    await valueOf(migrateSchema(database, silentLogger, migrations.slice(0, 2)));
    await storedAndTried('evt_1');
    await valueOf(migrateSchema(database, silentLogger));
    await storedAndTried('evt_2');
    const store = createSqlEventStore(database);
    const claimed = await valueOf(store.claim({ owner: 'a', now: 9, leaseUntil: 19, limit: 5 }));
    expect(claimed.map(({ stored, takenBy }) => [stored.id, takenBy])).to.deep.equal([
      ['evt_1', []],
      ['evt_2', []],
    ]);
    const found = await valueOf(store.find(eventId('evt_1')));
    expect(found).to.have.nested.property('value.taken_by').that.deep.equals([]);
    expect(found)
      .to.have.nested.property('value.tries')
      .that.deep.equals([
        { attempt: 1, started_at: 3, ended_at: 4, error: 'no room', handlers: [] },
      ]);
  });

  it('has a row for every partition of lanes', async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger));
    const lanes = Array.from({ length: 10_000 }, (_, n) => `ch_${n.toString(36)}`);
    expect(
      await valueOf(database.query('SELECT partition FROM pasarela_partitions ORDER BY partition')),
    ).to.deep.equal(
      [...new Set(lanes.map(partitionOf))]
        .toSorted((lower, higher) => lower - higher)
        .map((partition) => ({ partition })),
    );
  });

  it('of an up-to-date schema takes no lock, and does not wait', async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger, [one]));
    const schemaChange = () => () =>
      TE.left({ _tag: 'StoreUnavailable' as const, cause: 'locked' });
    expect(
      await valueOf(migrateSchema({ ...database, schemaChange }, silentLogger, [one])),
    ).to.deep.equal({ from: 1, to: 1 });
    expect(
      await migrateSchema({ ...database, schemaChange }, silentLogger, [one, two])(),
    ).to.deep.equal(E.left({ _tag: 'StoreUnavailable', cause: 'locked' }));
  });

  it('runs only the missing steps', async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger, [one]));
    expect(await valueOf(migrateSchema(database, silentLogger, [one, two]))).to.deep.equal({
      from: 1,
      to: 2,
    });
    expect(await thingsIn(database)).to.deep.equal([1, 2]);
  });

  it('is run by one of many instances that start together', async () => {
    const path = await file();
    const all = await Promise.all(Array.from({ length: 8 }, () => open(path)));
    const results = await Promise.all(
      all.map((database) => valueOf(migrateSchema(database, silentLogger, [one, two]))),
    );
    expect(results.filter(({ from }) => from === 0)).to.have.length(1);
    expect(results.every(({ to }) => to === 2)).to.equal(true);
    for (const database of all) expect(await thingsIn(database)).to.deep.equal([1, 2]);
  });

  it('that fails changes nothing', async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger, [one]));
    const outcome = await migrateSchema(database, silentLogger, [one, two, broken])();
    expect(outcome).to.have.nested.property('left._tag', 'StoreUnavailable');
    expect(await thingsIn(database)).to.deep.equal([1]);
    expect(await valueOf(migrateSchema(database, silentLogger, [one, two]))).to.deep.equal({
      from: 1,
      to: 2,
    });
  });

  it('by an older version leaves a newer schema unchanged', async () => {
    const database = await open(await file());
    await valueOf(migrateSchema(database, silentLogger, [one, two]));
    expect(await migrateSchema(database, silentLogger, [one])()).to.deep.equal(
      E.left({ _tag: 'SchemaTooNew', found: 2, known: 1 }),
    );
    expect(await thingsIn(database)).to.deep.equal([1, 2]);
  });

  describe('by an older version of a schema that tells whom it serves', () => {
    const serves = step('serves', 'ALTER TABLE pasarela_schema ADD COLUMN serves_from INTEGER');
    const takenAway = (servesFrom: number): Migration => ({
      ...step('taken away', 'DELETE FROM things'),
      servesFrom,
    });

    const migratedWith = async (...steps: ReadonlyArray<Migration>) => {
      const database = await open(await file());
      await valueOf(migrateSchema(database, silentLogger, [one, serves, ...steps]));
      return database;
    };

    it('changes nothing, says so, and goes on', async () => {
      const database = await migratedWith(two);
      const logged: Array<string> = [];
      const logger = { info: (line: string) => logged.push(line) };
      expect(await valueOf(migrateSchema(database, logger, [one, serves]))).to.deep.equal({
        from: 3,
        to: 3,
      });
      expect(logged).to.deep.equal([
        'the database schema has version 3, newer than the 2 of this program, and serves it too',
      ]);
      expect(await thingsIn(database)).to.deep.equal([1, 2]);
    });

    it('goes on after a step that took away what it does without, and stops after others', async () => {
      const steps = [one, serves, two];
      const database = await migratedWith(two, takenAway(3));
      expect(await valueOf(migrateSchema(database, silentLogger, steps))).to.deep.equal({
        from: 4,
        to: 4,
      });
      for (const [known, newer] of [
        [2, database],
        [3, await migratedWith(two, takenAway(4), two)],
      ] as const) {
        expect(await migrateSchema(newer, silentLogger, steps.slice(0, known))()).to.deep.equal(
          E.left({ _tag: 'SchemaTooNew', found: known + 2, known }),
        );
      }
    });
  });
});
