import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/sql-event-store.js';
import { valueOf } from '../../../../src/contract/stores/value-of.js';
import { usePostgresStores } from '../../../support/postgres/use-postgres-stores.js';

const backlog = 5000;

const fill = `
  INSERT INTO pasarela_events (
    id, type, object_id, lane, created, livemode, received_at, state, attempts, due, next_attempt_at, body
  )
  SELECT 'evt_' || n, 'charge.succeeded', 'ch_' || n % 100, 'ch_' || n % 100, n, 0, 0, 'pending', 0, 1, 0,
    '{"id":"evt_' || n || '","object":"event","type":"charge.succeeded","created":' || n
      || ',"livemode":false,"data":{"object":{}}}'
  FROM generate_series(1, ${backlog}) AS n`;

const rowsRead = `
  SELECT (SELECT sum(seq_tup_read)::BIGINT FROM pg_stat_user_tables)
    + (SELECT sum(idx_tup_read)::BIGINT FROM pg_stat_user_indexes) AS total`;

/** The same database, whose exclusive transactions tell at their end what they read. */
const counted = (database: Database): Database => ({
  ...database,
  exclusive: (lock) => (work) =>
    database.exclusive(lock)((query) =>
      pipe(
        work(query),
        TE.chainFirstW(() => query('SELECT pg_stat_force_next_flush()')),
      ),
    ),
});

describe('a claim in PostgreSQL', () => {
  const { fresh } = usePostgresStores();

  it('reads few rows of many that wait, also when they have just come', async () => {
    const database = counted(await fresh());
    await valueOf(
      database.exclusive('fill')((query) =>
        pipe(
          query('ALTER TABLE pasarela_events SET (autovacuum_enabled = false)'),
          TE.chain(() => query(fill)),
        ),
      ),
    );
    const total = async () => Number((await valueOf(database.query(rowsRead)))[0]?.['total']);
    const { claim } = createSqlEventStore(database);
    const claimed = (owner: string) =>
      valueOf(claim({ owner, now: 1, leaseUntil: 100, limit: 20 }));

    expect(await claimed('first')).to.have.length(20);
    const before_ = await total();
    expect(await claimed('second')).to.have.length(20);
    expect((await total()) - before_).to.be.within(20, backlog / 5);
  });
});
