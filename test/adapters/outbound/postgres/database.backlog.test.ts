import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  byCallersClock,
  serversClock,
} from '../../../../src/adapters/outbound/postgres/database.js';
import type { Database, Transaction } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { usePostgresStores } from '../../../support/stores/postgres/use-postgres.js';

const backlog = 5000;

const fill = (object: string, due: string): string => `
  INSERT INTO pasarela_events (
    id, type, object_id, lane, created, livemode, received_at, state, attempts, due, next_attempt_at, body
  )
  SELECT 'evt_' || n, 'charge.succeeded', ${object}, ${object}, n, 0, 0, 'pending', 0, ${due},
    '{"id":"evt_' || n || '","object":"event","type":"charge.succeeded","created":' || n
      || ',"livemode":false,"data":{"object":{}}}'
  FROM generate_series(1, ${backlog}) AS n`;

const rowsRead = `
  SELECT (SELECT sum(seq_tup_read)::BIGINT FROM pg_stat_user_tables)
    + (SELECT sum(idx_tup_read)::BIGINT FROM pg_stat_user_indexes) AS total`;

const flush = 'SELECT pg_stat_force_next_flush()';

/** The database with queries and transactions that report at their end how many rows they read. */
const counted = (database: Database): Database => {
  const reporting =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction((query) =>
        pipe(
          work(query, query),
          TE.chainFirstW(() => query(flush)),
        ),
      );
  const transaction = reporting(database.transaction);
  return {
    ...database,
    query: (sql, values) => transaction((query) => query(sql, values)),
    transaction,
    sharing: (lock) => reporting(database.sharing(lock)),
  };
};

describe('claiming events in PostgreSQL', () => {
  const { fresh } = usePostgresStores();

  const clocks: ReadonlyArray<readonly [whose: string, change: (database: Database) => Database]> =
    [
      [
        'the server',
        (database) => ({ ...database, dialect: { ...database.dialect, now: serversClock } }),
      ],
      ['its caller', byCallersClock],
    ];
  for (const [whose, change] of clocks) {
    describe(`by the clock of ${whose}`, () => {
      const filledWith = async (object: string, due = '1, 0') => {
        const database = change(counted(await fresh()));
        await valueOf(
          database.transaction((query) =>
            pipe(
              query('ALTER TABLE pasarela_events SET (autovacuum_enabled = false)'),
              TE.chain(() => query(fill(object, due))),
            ),
          ),
        );
        const { claim, nextDue } = createSqlEventStore(database);
        return {
          nextDue: () => valueOf(nextDue(1)),
          total: async () => Number((await valueOf(database.query(rowsRead)))[0]?.['total']),
          claimed: (owner: string) => valueOf(claim({ owner, now: 1, leaseUntil: 100, limit: 20 })),
        };
      };

      it('reads few rows when many events are due, even if they have just arrived', async () => {
        const { total, claimed } = await filledWith("'ch_' || n % 100");
        expect(await claimed('first')).to.have.length(20);
        const before_ = await total();
        expect(await claimed('second')).to.have.length(20);
        expect((await total()) - before_).to.be.within(20, backlog / 5);
      });

      it('reads few rows when many events belong to one object, and finds the others behind them', async () => {
        const { total, claimed } = await filledWith(
          `CASE WHEN n > ${backlog - 30} THEN 'ch_' || n ELSE 'ch_0' END`,
        );
        const objects = async (owner: string) =>
          (await claimed(owner)).map(({ stored }) => stored.object_id);
        expect(new Set(await objects('first')).size).to.equal(20);
        const before_ = await total();
        const second = await objects('second');
        expect([second.length, second.includes('ch_0')]).to.deep.equal([11, false]);
        expect((await total()) - before_).to.be.within(11, backlog / 5);
        expect(await objects('third')).to.deep.equal([]);
      });

      it('reads few rows when many events are due later', async () => {
        const { total, claimed, nextDue } = await filledWith(
          "'ch_' || n % 100",
          '0, 9000000000 + n',
        );
        const before_ = await total();
        expect(await claimed('first')).to.deep.equal([]);
        expect(await nextDue()).to.be.greaterThan(1_000_000_000);
        expect((await total()) - before_).to.be.lessThan(backlog / 5);
      });

      it('reads few rows when many events have just become due', async () => {
        const { total, claimed } = await filledWith("'ch_' || n % 100", '0, 0');
        const before_ = await total();
        expect(await claimed('first')).to.have.length(20);
        expect((await total()) - before_).to.be.within(20, backlog / 5);
      });
    });
  }
});
