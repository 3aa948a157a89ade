import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import Libsql from 'libsql';
import type { Query } from '../../../../src/adapters/outbound/sql/database.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { createRunners } from '../../../../src/adapters/outbound/sqlite/database.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { callEveryFunction } from '../../../support/stores/call-every-function.js';
import { recordedDatabase } from '../../../support/stores/recorded-database.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const isSlow = (step: string, sql: string): boolean => {
  // A limited number of intermediate rows; finding them is another step.
  if (/^SCAN (?:oldest|first|lanes|unmarked|ended|own|found|handled|CONSTANT ROW)$/u.test(step))
    return false;
  // The index has the order, except that of answers of one second.
  if (step === 'USE TEMP B-TREE FOR RIGHT PART OF ORDER BY') {
    return !sql.includes('ORDER BY COALESCE(answered_at, created_at), scope, key LIMIT');
  }
  // It takes the first row in the table's own order.
  if (step === 'SCAN pasarela_events') return !/ORDER BY seq (?:DESC )?LIMIT/u.test(sql);
  return (
    step === 'no plan' ||
    step.startsWith('USE TEMP B-TREE') ||
    /^SCAN (?!CONSTANT ROW|.* USING (?:COVERING )?INDEX )/u.test(step)
  );
};

describe('the query plans of the stores in SQLite', () => {
  const { file, open } = useSqlite();

  it('use an index for every row, and sort none', async () => {
    const path = await file();
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    const statements = new Map<string, Parameters<Query>[1]>();
    await callEveryFunction(
      recordedDatabase(database, (sql, values) => statements.set(sql, values)),
    );
    expect(statements.size).to.be.greaterThan(25);

    // Outside a transaction: in libsql, an EXPLAIN without rows stays unfinished and blocks its commit.
    const connection = new Libsql(path);
    const run = createRunners(connection).rows;
    const scans = [...statements].flatMap(([sql, values]) => {
      const plan = run(`EXPLAIN QUERY PLAN ${sql}`, values);
      const steps = E.isRight(plan) ? plan.right.map(({ detail }) => String(detail)) : ['no plan'];
      return steps.filter((step) => isSlow(step, sql)).map((step) => [step, sql]);
    });
    connection.close();
    expect(scans).to.deep.equal([]);
  });
});
