import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import Libsql from 'libsql';
import type { Database, Query } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { createRunner } from '../../../../src/adapters/outbound/sqlite/database.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { customerId, eventId, eventOf } from '../../../../src/contract/stores/events/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { keptAnswer, keyedRequest } from '../../../support/idempotency/keyed-request.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

/** The database with a report of every statement that it runs. */
const recorded = (database: Database, ran: (...statement: Parameters<Query>) => void): Database => {
  const recording =
    (query: Query): Query =>
    (sql, values) => {
      ran(sql, values);
      return query(sql, values);
    };
  return {
    ...database,
    query: recording(database.query),
    queryWithoutSync: recording(database.queryWithoutSync),
    transaction: (work) => database.transaction((query) => work(recording(query))),
    sharing: (lock) => (work) => database.sharing(lock)((query) => work(recording(query))),
  };
};

const isSlow = (step: string, sql: string): boolean => {
  // A limited number of intermediate rows; finding them is another step.
  if (/^SCAN (?:oldest|first|lanes|unmarked|ended|own|CONSTANT ROW)$/u.test(step)) return false;
  // It takes the first row in the table's own order.
  if (step === 'SCAN pasarela_events') return !/ORDER BY seq (?:DESC )?LIMIT/u.test(sql);
  return (
    step === 'no plan' ||
    step.startsWith('USE TEMP B-TREE') ||
    /^SCAN (?!CONSTANT ROW|.* USING (?:COVERING )?INDEX )/u.test(step)
  );
};

/** Calls every function of the stores. */
const useStores = async (database: Database): Promise<void> => {
  const events = createSqlEventStore(database);
  const id = eventId('evt_1');
  const owner = 'one';
  await valueOf(events.store(eventOf('evt_1', { object: 'ch_1' }), 1));
  await valueOf(events.find(id));
  for (const filter of [
    {},
    { type: 'a' },
    { state: 'dead' },
    { object_id: 'ch_1' },
    { type: 'a', state: 'dead' },
    { type: 'a', state: 'dead', object_id: 'ch_1' },
  ] as const) {
    await valueOf(events.list({ limit: 5, ...filter }));
    await valueOf(events.list({ limit: 5, starting_after: id, ...filter }));
    await valueOf(events.list({ limit: 5, ending_before: id, ...filter }));
  }
  await valueOf(events.nextDue(1));
  await valueOf(events.claim({ owner, now: 1, leaseUntil: 9, limit: 5 }));
  await valueOf(events.claim({ owner, now: 20, leaseUntil: 29, limit: 5 }));
  await valueOf(events.extend(id, owner, 10, { now: 5, takenBy: ['mail'] }));
  const ended = { owner, startedAt: 1, endedAt: 2 };
  await valueOf(events.conclude(id, { ...ended, outcome: { _tag: 'Handled' } }));
  await valueOf(events.replay(id, 3));
  for (const filter of [
    {},
    { state: 'dead' },
    { type: 'a' },
    { state: 'dead', type: 'a' },
    { from: 1, to: 2 },
  ] as const) {
    await valueOf(events.replayAll(filter, 3, 5));
    await valueOf(events.replayAll({ ...filter, after: id }, 3, 5));
  }
  for (const state of ['handled', 'ignored', 'dead'] as const) {
    await valueOf(events.dropPayloads(state, 1, 5));
  }
  await valueOf(events.eraseCustomer(customerId('cus_1'), 5));
  await valueOf(events.purge(1, 5));

  const keys = createSqlIdempotencyStore(database);
  const key = { scope: 'shop', key: 'order 42' };
  const request = keyedRequest({ owner });
  await valueOf(keys.claim(request));
  await valueOf(keys.claim({ ...request, key: 'other', scopes: ['shop', 'open'] }));
  await valueOf(keys.claim({ ...request, owner: 'other' }));
  await valueOf(keys.extend({ ...key, owner }, 12, 6));
  await valueOf(keys.release({ ...key, owner }, 'in_doubt'));
  await valueOf(keys.release({ ...key, owner }, 'forget'));
  await valueOf(keys.answer({ ...key, owner }, keptAnswer('text')));
  const after = { scope: 'shop', key: 'a', since: 0 };
  for (const page of [{}, { key: 'order 42' }, { after }, { key: 'order 42', after }]) {
    await valueOf(keys.unsettled({ limit: 5, ...page }));
  }
  await valueOf(keys.findUnsettled(['shop', 'open'], 'order 42'));
  await valueOf(keys.settle(key, { _tag: 'Forget' }, 10));
  await valueOf(keys.settle(key, { _tag: 'Answer', text: 'text' }, 10));
  await valueOf(keys.purge({ answeredBefore: 1, now: 1000, limit: 5 }));
  await valueOf(keys.keepSecret('a secret'));
};

describe('the query plans of the stores in SQLite', () => {
  const { file, open } = useSqlite();

  it('use an index for every row, and sort none', async () => {
    const path = await file();
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    const statements = new Map<string, Parameters<Query>[1]>();
    await useStores(recorded(database, (sql, values) => statements.set(sql, values)));
    expect(statements.size).to.be.greaterThan(25);

    // Outside a transaction: in libsql, an EXPLAIN without rows stays unfinished and blocks its commit.
    const connection = new Libsql(path);
    const run = createRunner(connection);
    const scans = [...statements].flatMap(([sql, values]) => {
      const plan = run(`EXPLAIN QUERY PLAN ${sql}`, values);
      const steps = E.isRight(plan) ? plan.right.map(({ detail }) => String(detail)) : ['no plan'];
      return steps.filter((step) => isSlow(step, sql)).map((step) => [step, sql]);
    });
    connection.close();
    expect(scans).to.deep.equal([]);
  });
});
