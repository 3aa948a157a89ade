import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Database, Query } from '../../../../src/adapters/outbound/sql/database.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { commitsInLog } from '../../../support/stores/commits-in-log.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const writes: Readonly<Record<string, (database: Database) => Query>> = {
  query: ({ query }) => query,
  queryWithoutSync: ({ queryWithoutSync }) => queryWithoutSync,
  'both in turn': ({ query, queryWithoutSync }) => {
    let turn = 0;
    return (...statement) => {
      turn += 1;
      return (turn % 2 === 0 ? query : queryWithoutSync)(...statement);
    };
  },
};

describe('writes that come together in SQLite', () => {
  const { fresh } = useSqlite();
  const numbers = Array.from({ length: 30 }, (_, n) => n);

  const withThings = async (): Promise<Database> => {
    const database = await fresh();
    await valueOf(database.query('CREATE TABLE things (id INTEGER PRIMARY KEY, note TEXT)'));
    return database;
  };

  const idsIn = async ({ query }: Database): Promise<ReadonlyArray<unknown>> =>
    (await valueOf(query('SELECT id FROM things ORDER BY id'))).map(({ id }) => id);

  for (const [name, writeOf] of Object.entries(writes)) {
    const insert = 'INSERT INTO things VALUES ($1, $2) RETURNING id';

    it(`share commits of ${name}, and each gets its own rows`, async () => {
      const database = await withThings();
      const before = await commitsInLog(database);
      const write = writeOf(database);
      const rows = await Promise.all(numbers.map((n) => valueOf(write(insert, [n, 'a']))));
      expect(rows).to.deep.equal(numbers.map((id) => [{ id }]));
      // The first does not wait for others, as there was none beside the write before it.
      expect((await commitsInLog(database)) - before).to.be.within(1, 2);
    });

    it(`undo nothing but themselves if they fail in ${name}`, async () => {
      const database = await withThings();
      await valueOf(database.query(insert, [7, 'first']));
      const write = writeOf(database);
      const outcomes = await Promise.all(numbers.map((n) => write(insert, [n, 'a'])()));
      const failed = outcomes.flatMap((outcome, n) => (E.isLeft(outcome) ? [n] : []));
      expect(failed).to.deep.equal([7]);
      expect(outcomes[7]).to.have.nested.property(
        'left.cause.code',
        'SQLITE_CONSTRAINT_PRIMARYKEY',
      );
      expect(await idsIn(database)).to.deep.equal(numbers);
      const first = await valueOf(database.query('SELECT note FROM things WHERE id = 7'));
      expect(first).to.deep.equal([{ note: 'first' }]);
    });

    it(`are all told when the disk is full in ${name}, and those that succeeded are kept`, async () => {
      const database = await withThings();
      const [count] = await valueOf(database.query('PRAGMA page_count'));
      const limit = Number(count?.['page_count']) + 8;
      await valueOf(database.query(`PRAGMA max_page_count = ${limit}`));
      const write = writeOf(database);
      const outcomes = await Promise.all(
        numbers.map((n) => write(insert, [n, 'x'.repeat(3000)])()),
      );
      const kept = numbers.filter((n) => outcomes[n] !== undefined && E.isRight(outcomes[n]));
      expect(kept).not.to.have.length(numbers.length);
      expect(kept).not.to.deep.equal([]);
      expect(await idsIn(database)).to.deep.equal(kept);
      for (const outcome of outcomes.filter(E.isLeft)) {
        expect(outcome).to.have.nested.property('left.cause.code', 'SQLITE_FULL');
      }
      expect(await valueOf(database.query('PRAGMA integrity_check'))).to.deep.equal([
        { integrity_check: 'ok' },
      ]);
    });
  }

  for (const name of ['change', 'changeWithoutSync'] as const) {
    it(`get how many rows they changed from ${name}, and fail alone`, async () => {
      const database = await withThings();
      await valueOf(database.query("INSERT INTO things VALUES (1, 'a'), (2, 'a'), (3, 'b')"));
      const before = await commitsInLog(database);
      const outcomes = await Promise.all(
        [
          "UPDATE things SET note = 'c' WHERE note = 'a'",
          "INSERT INTO things VALUES (3, 'd')",
          "INSERT INTO things VALUES (3, 'd') ON CONFLICT DO NOTHING",
          'DELETE FROM things WHERE id = 2',
          'DELETE FROM things WHERE id = 2',
        ].map((sql) => database[name](sql)()),
      );
      const changed = outcomes.map((outcome) => (E.isRight(outcome) ? outcome.right : 'failed'));
      expect(changed).to.deep.equal([2, 'failed', 0, 1, 0]);
      expect(outcomes[1]).to.have.nested.property(
        'left.cause.code',
        'SQLITE_CONSTRAINT_PRIMARYKEY',
      );
      expect((await commitsInLog(database)) - before).to.be.within(1, 2);
      expect(await idsIn(database)).to.deep.equal([1, 3]);
    });
  }
});
