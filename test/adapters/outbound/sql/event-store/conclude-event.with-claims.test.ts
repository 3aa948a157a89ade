import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database, Transaction } from '../../../../../src/adapters/outbound/sql/database.js';
import { storeUnavailable } from '../../../../../src/adapters/outbound/sql/database.js';
import { partitionOf } from '../../../../../src/adapters/outbound/sql/event-store/lane-locks.js';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { migrateSchema } from '../../../../../src/adapters/outbound/sql/migrate.js';
import type { EventOutcome, EventQueue } from '../../../../../src/application/ports/event-store.js';
import { silentLogger } from '../../../../../src/application/ports/logger.js';
import { eventOf } from '../../../../../src/contract/stores/event-store/event-of.js';
import { eventStoreDriver } from '../../../../../src/contract/stores/event-store/event-store-driver.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { useDatabases, usePostgres } from '../../../../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

type Attempt = Parameters<EventQueue['conclude']>;

const handled: EventOutcome = { _tag: 'Handled' };

const ended = (id: string, owner = 'one', outcome: EventOutcome = handled): Attempt => [
  id,
  { owner, startedAt: 1, endedAt: 2, outcome },
];

/** The database with a count of the transactions and statements that write. */
const counting = (database: Database) => {
  let writes = 0;
  const counted =
    (transaction: Transaction): Transaction =>
    (work) => {
      writes += 1;
      return transaction(work);
    };
  const counter: Database = {
    ...database,
    query: (sql, ...given) => {
      if (!/^\s*(?:SELECT|WITH)/.test(sql)) writes += 1;
      return database.query(sql, ...given);
    },
    transaction: counted(database.transaction),
    sharing: (lock) => counted(database.sharing(lock)),
  };
  return { counter, writes: () => writes };
};

const stepsOf = (fresh: () => Promise<Database>) => {
  const open = async (around: (database: Database) => Database = (database) => database) => {
    const database = await fresh();
    const store = createSqlEventStore(around(database));
    const step = async (attempts: ReadonlyArray<Attempt>, owner: string, limit = 5) => {
      const { concludeAndClaim } = store;
      if (concludeAndClaim === undefined) return expect.fail('has no concludeAndClaim');
      const { concluded, claimed } = await valueOf(
        concludeAndClaim(attempts, { owner, now: 3, leaseUntil: 63, limit }),
      );
      return { concluded, claimed };
    };
    return { ...eventStoreDriver(() => store), store, database, step };
  };
  const idsIn = (claimed: E.Either<unknown, ReadonlyArray<{ stored: { id: string } }>>) =>
    E.isRight(claimed) ? claimed.right.map(({ stored }) => stored.id) : claimed;

  it('concludes and claims the next event of the object, in one transaction', async () => {
    let writes = () => 0;
    const { put, claimIds, find, step } = await open((database) => {
      const counted = counting(database);
      writes = counted.writes;
      return counted.counter;
    });
    for (const created of [1, 2]) await put(`evt_${created}`, { object: 'ch_1', created });
    expect(await claimIds(1, { owner: 'one' })).to.deep.equal(['evt_1']);
    const before = writes();
    const { concluded, claimed } = await step([ended('evt_1')], 'two');
    expect(writes() - before).to.equal(1);
    expect(concluded).to.deep.equal([true]);
    expect(idsIn(claimed)).to.deep.equal(['evt_2']);
    const { state, tries } = await find('evt_1');
    expect([state, tries.length]).to.deep.equal(['handled', 1]);
    expect((await find('evt_2')).attempts).to.equal(1);
  });

  it('says of an event that a newer one of the step was handled', async () => {
    const { put, claim, step } = await open();
    await put('evt_new', { object: 'ch_1', created: 5 });
    await claim(1, { owner: 'one' });
    await put('evt_old', { object: 'ch_1', created: 4 });
    const { claimed } = await step([ended('evt_new')], 'two');
    expect(claimed).to.have.nested.property('right.0.superseded', true);
  });

  it('concludes when nothing is due, and stores each outcome', async () => {
    const { put, claim, find, step } = await open();
    for (const n of [1, 2, 3]) await put(`evt_${n}`);
    await claim(1, { owner: 'one' });
    const failed: EventOutcome = { _tag: 'Failed', error: 'no room', nextAttemptAt: null };
    const attempts = [
      ended('evt_1'),
      ended('evt_2', 'one', { _tag: 'Ignored', reason: 'not ours' }),
      ended('evt_3', 'one', failed),
    ];
    expect(await step(attempts, 'two')).to.deep.equal({
      concluded: [true, true, true],
      claimed: E.right([]),
    });
    const found = await Promise.all([1, 2, 3].map((n) => find(`evt_${n}`)));
    expect(found.map(({ state, tries }) => [state, tries.length])).to.deep.equal([
      ['handled', 1],
      ['ignored', 0],
      ['dead', 1],
    ]);
  });

  it('changes nothing of an event whose lease was lost, and claims others', async () => {
    const { put, claim, find, step } = await open();
    await put('evt_1');
    await claim(1, { owner: 'one' });
    await put('evt_2');
    const { concluded, claimed } = await step([ended('evt_1', 'another')], 'two');
    expect(concluded).to.deep.equal([false]);
    expect(idsIn(claimed)).to.deep.equal(['evt_2']);
    expect((await find('evt_1')).state).to.equal('pending');
  });

  it('concludes an event once when the step has it twice', async () => {
    const { put, claim, step } = await open();
    for (const n of [1, 2]) await put(`evt_${n}`);
    await claim(1, { owner: 'one', limit: 1 });
    const { concluded, claimed } = await step([ended('evt_1', 'gone'), ended('evt_1')], 'two');
    expect(concluded).to.deep.equal([false, true]);
    expect(idsIn(claimed)).to.deep.equal(['evt_2']);
  });

  it('has concluded also when the claim finds an event that cannot be decoded', async () => {
    const { put, claim, find, step, database } = await open();
    for (const n of [1, 2]) await put(`evt_${n}`);
    await claim(1, { owner: 'one', limit: 1 });
    await valueOf(database.query("UPDATE pasarela_events SET body = '{}' WHERE id = 'evt_2'"));
    const { concluded, claimed } = await step([ended('evt_1')], 'two');
    expect(concluded).to.deep.equal([true]);
    expect(claimed).to.have.nested.property(
      'left.cause.message',
      'event evt_2 could not be decoded and was marked dead',
    );
    expect((await find('evt_1')).state).to.equal('handled');
  });

  it('changes nothing when the claim fails inside the transaction', async () => {
    const lost = storeUnavailable(new Error('connection lost'));
    let failing = false;
    const { put, claim, find, store } = await open((database) => ({
      ...database,
      sharing: (lock) => (work) =>
        database.sharing(lock)((query, last) =>
          work(query, (...statement) => (failing ? TE.left(lost) : last(...statement))),
        ),
    }));
    for (const n of [1, 2]) await put(`evt_${n}`);
    await claim(1, { owner: 'one', limit: 1 });
    failing = true;
    const by = { owner: 'two', now: 3, leaseUntil: 63, limit: 5 };
    expect(await store.concludeAndClaim?.([ended('evt_1')], by)()).to.deep.equal(E.left(lost));
    const { state, tries, attempts } = await find('evt_1');
    expect([state, tries, attempts]).to.deep.equal(['pending', [], 1]);
    expect((await find('evt_2')).attempts).to.equal(0);
  });
};

describe('outcomes that are stored with a claim', () => {
  describe('in SQLite', () => {
    stepsOf(useSqlite().fresh);
  });

  describe('in PostgreSQL', () => {
    const url = usePostgres();
    const openAt = useDatabases();
    const fresh = async () => {
      const database = await openAt(url());
      await valueOf(migrateSchema(database, silentLogger));
      await valueOf(database.query('TRUNCATE pasarela_events, pasarela_event_tries'));
      return database;
    };
    stepsOf(fresh);

    it('are stored while another instance claims all objects, and the claim goes on afterwards', async () => {
      const one = await fresh();
      const other = await openAt(url());
      const store = createSqlEventStore(one);
      for (const n of [1, 2]) {
        await valueOf(store.store(eventOf(`evt_${n}`, { object: `ch_${n}`, created: n }), 0));
      }
      await valueOf(store.claim({ owner: 'one', now: 1, leaseUntil: 61, limit: 1 }));
      const by = { owner: 'two', now: 3, leaseUntil: 63, limit: 5 };
      const { stepping, seen } = await valueOf(
        other.transaction((inside) => async () => {
          const lock = 'SELECT partition FROM pasarela_partitions WHERE partition = $1 FOR UPDATE';
          await valueOf(inside(lock, [partitionOf('ch_2')]));
          const begun = store.concludeAndClaim?.([ended('evt_1')], by)();
          const state = "SELECT id FROM pasarela_events WHERE state = 'handled'";
          let found: ReadonlyArray<unknown> = [];
          while (found.length === 0) found = await valueOf(other.query(state));
          return E.right({ stepping: begun, seen: found });
        }),
      );
      expect(seen).to.deep.equal([{ id: 'evt_1' }]);
      expect(idsOf(await stepping)).to.deep.equal(['evt_2']);
    });
  });
});

const idsOf = (
  step: Awaited<ReturnType<ReturnType<NonNullable<EventQueue['concludeAndClaim']>>>> | undefined,
) =>
  step !== undefined && E.isRight(step) && E.isRight(step.right.claimed)
    ? step.right.claimed.right.map(({ stored }) => stored.id)
    : step;
