import { expect } from 'chai';
import { Client } from 'pg';
import type { Query, SqlValue } from '../../../../src/adapters/outbound/sql/database.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { callEveryFunction } from '../../../support/stores/call-every-function.js';
import { useDatabases, usePostgres } from '../../../support/stores/postgres/use-postgres.js';
import { recordedDatabase } from '../../../support/stores/recorded-database.js';

const manyRows = [
  `INSERT INTO pasarela_idempotency_keys
    (scope, key, fingerprint, created_at, in_doubt, lease_until, answer, answered_at)
    SELECT 'shop', 'many ' || n, repeat('f', 64), n, 0, 0, repeat('a', 500), n FROM generate_series(1, 20000) AS n`,
  `INSERT INTO pasarela_events
    (id, type, lane, object_id, created, livemode, received_at, state, attempts, body, traced)
    SELECT 'evt_many_' || n, 'many', 'ch_' || n, 'ch_' || n, n, 0, n, 'handled', 1, repeat('b', 500), 1
    FROM generate_series(1, 20000) AS n`,
];

type Values = ReadonlyArray<SqlValue>;

describe('the query plans of the stores in PostgreSQL', () => {
  const url = usePostgres();
  const open = useDatabases();
  const statements = new Map<string, Values>();
  let explain: Query;

  before(async () => {
    const database = await open(url());
    explain = (sql, values) => database.query(`EXPLAIN ${sql}`, values);
    await valueOf(migrateSchema(database, silentLogger));
    await callEveryFunction(
      recordedDatabase(database, (sql, values = []) => statements.set(sql, values)),
    );
    // As after a first day: the statistics know a few rows.
    for (const sql of ['ANALYZE', ...manyRows]) await valueOf(database.query(sql));
  });

  /** The statements that read a table from its beginning to its end. */
  const scans = async (
    asked: ReadonlyMap<string, Values>,
    planOf: (sql: string, values: Values) => Promise<ReadonlyArray<unknown>>,
  ): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = [];
    for (const [sql, values] of asked) {
      if (JSON.stringify(await planOf(sql, values)).includes('Seq Scan')) found.push(sql);
    }
    return found;
  };

  it('use an index for every row, also when the statistics are outdated', async () => {
    expect(statements.size).to.be.greaterThan(80);
    const planOf = (sql: string, values: Values) => valueOf(explain(sql, values));
    expect(await scans(statements, planOf)).to.deep.equal([]);
  });

  it("find keys by their index with PostgreSQL's own settings too", async () => {
    // One counts them all.
    const ofKeys = [...statements].filter(
      ([sql]) => sql.includes('pasarela_idempotency_keys') && !sql.includes('COUNT(*)'),
    );
    expect(ofKeys.filter(([sql]) => sql.includes('json_to_recordset'))).to.have.lengthOf(3);
    const plain = new Client({ connectionString: url() });
    await plain.connect();
    const planOf = async (sql: string, values: Values) => {
      const { rows } = await plain.query<{ readonly [name: string]: unknown }>(`EXPLAIN ${sql}`, [
        ...values,
      ]);
      return rows;
    };
    const outdated = await scans(new Map(ofKeys), planOf);
    await plain.query('ANALYZE');
    const upToDate = await scans(new Map(ofKeys), planOf);
    await plain.end();
    expect([outdated, upToDate]).to.deep.equal([[], []]);
  });
});
