import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database, Transaction } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import type { EventQueue } from '../../../../src/application/ports/event-store.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { useDatabases, usePostgres } from '../../../support/stores/postgres/use-postgres.js';
import { until } from '../../../support/time/until.js';
import { handleAll } from './support/handle-all.js';

const eventCount = 400;
const objectCount = 40;

/** Events of a few objects, in order of creation. */
const events = Array.from({ length: eventCount }, (_, number) =>
  eventOf(`evt_${number}`, { object: `ch_${number % objectCount}`, created: number }),
);

const inOrder = Array.from({ length: objectCount }, (_, object): [string, Array<string>] => [
  `ch_${object}`,
  events.filter((_event, number) => number % objectCount === object).map(({ id }) => id),
]);

const waiting = `
  SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** The database with transactions that report when they are about to commit, and wait for permission. */
const holdingBack = (database: Database, atEnd: () => Promise<void>): Database => {
  const heldBack =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction((query) =>
        pipe(
          work(query, query),
          TE.chainFirstTaskK(() => atEnd),
        ),
      );
  return {
    ...database,
    transaction: heldBack(database.transaction),
    sharing: (lock) => heldBack(database.sharing(lock)),
  };
};

describe('several instances that share a PostgreSQL database', () => {
  const url = usePostgres();
  const open = useDatabases();

  it('migrate an empty database only once when they start together', async () => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => open(url())));
    const migrated = await Promise.all(
      databases.map((database) => valueOf(migrateSchema(database, silentLogger))),
    );
    const [first] = migrated.toSorted((one, another) => one.from - another.from);
    const newest = first?.to ?? 0;
    expect(newest).to.be.greaterThan(0);
    expect(
      migrated.map(({ from }) => from).toSorted((one, another) => one - another),
    ).to.deep.equal([0, newest, newest, newest]);
  });

  it('store each event once, share the work, and handle the events of an object in order, one at a time', async () => {
    const databases = await Promise.all([open(url()), open(url())]);
    await Promise.all(databases.map((database) => valueOf(migrateSchema(database, silentLogger))));
    const instances = databases.map(createSqlEventStore);

    const stored = await Promise.all(
      events.flatMap((event) => instances.map((store) => valueOf(store.store(event, 0)))),
    );
    expect(stored.filter((outcome) => outcome === 'stored')).to.have.length(eventCount);

    const { begun, collisions, tries } = await handleAll(instances, eventCount);

    expect(collisions).to.deep.equal([]);
    expect([...begun].toSorted(([one], [another]) => one.localeCompare(another))).to.deep.equal(
      inOrder.toSorted(([one], [another]) => one.localeCompare(another)),
    );
    expect(tries.every((count) => count > 0)).to.equal(true);
  });

  it('claim no event of an object while another instance claims one of it', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_events, pasarela_event_tries'));
    const inbox = createSqlEventStore(other);
    const claim = (queue: EventQueue, owner: string) =>
      queue.claim({ owner, now: 1, leaseUntil: 99, limit: 5 })();
    await valueOf(inbox.store(eventOf('evt_late', { object: 'ch_1', created: 2 }), 0));

    let second: ReturnType<typeof claim> | undefined;
    const meanwhile = async () => {
      await valueOf(inbox.store(eventOf('evt_early', { object: 'ch_1', created: 1 }), 0));
      const over = { yet: false };
      second = claim(inbox, 'other').finally(() => {
        over.yet = true;
      });
      await until(async () => over.yet || (await valueOf(other.query(waiting))).length > 0);
    };
    const first = await claim(createSqlEventStore(holdingBack(one, meanwhile)), 'one');

    const claimed = [first, await second].map(
      (outcome) => outcome && E.isRight(outcome) && outcome.right.map(({ stored }) => stored.id),
    );
    expect(claimed).to.deep.equal([['evt_late'], []]);
  });

  it('are notified of an event that another instance stored', async () => {
    const databases = await Promise.all([open(url()), open(url())]);
    const [one, other] = databases.map(createSqlEventStore);
    const heard = new Promise<string>((resolve) => {
      let times = 0;
      // The first call only means that it listens.
      other?.onDue(() => {
        times += 1;
        if (times === 1) void one?.store(eventOf('evt_heard'), 0)();
        else resolve('heard');
      });
    });
    expect(await heard).to.equal('heard');
    const found = await other?.claim({ owner: 'other', now: 1, leaseUntil: 2, limit: 5 })();
    expect(found && E.isRight(found) && found.right.map(({ stored }) => stored.id)).to.deep.equal([
      'evt_heard',
    ]);
  });

  it('claim events of other objects without waiting for an instance that is claiming', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_events, pasarela_event_tries'));
    const inbox = createSqlEventStore(other);
    for (const n of [1, 2, 3]) {
      await valueOf(inbox.store(eventOf(`evt_${n}`, { object: `ch_${n}`, created: n }), 0));
    }
    const claimed: Array<ReadonlyArray<string>> = [];
    const claim = async (queue: EventQueue, owner: string): Promise<void> => {
      const some = await valueOf(queue.claim({ owner, now: 1, leaseUntil: 99, limit: 1 }));
      claimed.push(some.map(({ stored }) => stored.id));
    };
    await claim(createSqlEventStore(holdingBack(one, () => claim(inbox, 'other'))), 'one');
    expect(claimed).to.deep.equal([['evt_2'], ['evt_1']]);
  });

  it('claim other events when those that they found are already claimed', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_events, pasarela_event_tries'));
    const inbox = createSqlEventStore(other);
    for (const n of [1, 2, 3]) {
      await valueOf(inbox.store(eventOf(`evt_${n}`, { object: `ch_${n}`, created: n }), 0));
    }
    const claimed = (queue: EventQueue, owner: string) =>
      pipe(
        queue.claim({ owner, now: 1, leaseUntil: 99, limit: 1 }),
        TE.map((some) => some.map(({ stored }) => stored.id)),
      );
    let taken: ReadonlyArray<string> = [];
    const overtaken = createSqlEventStore({
      ...one,
      query: (...statement) =>
        pipe(
          one.query(...statement),
          TE.chainFirstTaskK(() => async () => {
            if (taken.length === 0) taken = await valueOf(claimed(inbox, 'other'));
          }),
        ),
    });
    expect(await valueOf(claimed(overtaken, 'one'))).to.deep.equal(['evt_2']);
    expect(taken).to.deep.equal(['evt_1']);
  });

  it('are notified when an object is free for its next event, and not when it has none', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_events, pasarela_event_tries'));
    const store = createSqlEventStore(one);
    for (const [id, object] of [
      ['evt_1', 'ch_1'],
      ['evt_2', 'ch_2'],
      ['evt_3', 'ch_2'],
    ] as const) {
      await valueOf(store.store(eventOf(id, { object }), 0));
    }
    await valueOf(store.claim({ owner: 'one', now: 1, leaseUntil: 99, limit: 5 }));
    let heard = 0;
    other.onAnnouncement(() => {
      heard += 1;
    });
    // The first call only means that it listens.
    await until(async () => heard === 1);
    const handled = {
      owner: 'one',
      startedAt: 1,
      endedAt: 1,
      outcome: { _tag: 'Handled' },
    } as const;
    await valueOf(store.conclude('evt_1', handled));
    await valueOf(store.conclude('evt_2', handled));
    await until(async () => heard === 2);
    await valueOf(store.store(eventOf('evt_last'), 0));
    await until(async () => heard > 2);
    expect(heard).to.equal(3);
  });
});
