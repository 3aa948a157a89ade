import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { Pool } from 'pg';
import type {
  PostgresClient,
  PostgresPool,
} from '../../src/adapters/outbound/postgres/connection.js';
import { fromPool } from '../../src/adapters/outbound/postgres/open-postgres.js';
import { migrateSchema } from '../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { callEveryFunction } from '../support/stores/call-every-function.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { until } from '../support/time/until.js';

// Features that not every engine has, by their names in the document.
const constructs: ReadonlyArray<readonly [name: string, inSql: RegExp]> = [
  ['SKIP LOCKED', /FOR UPDATE (?:OF \w+ )?SKIP LOCKED/],
  ['FOR UPDATE', /FOR UPDATE(?! (?:OF \w+ )?SKIP)/],
  ['ON CONFLICT', /ON CONFLICT/],
  ['RETURNING', /RETURNING/],
  ['WITH RECURSIVE', /WITH RECURSIVE/],
  ['FROM (VALUES …)', /FROM \(VALUES/],
  ['json_to_recordset', /json_to_recordset/],
  ['row comparison', /\([\w.]+, [\w., ]+\) (?:<|>|IN) ?\(/],
  ['pg_notify', /pg_notify/],
  ['LISTEN', /^LISTEN/],
  ['set_config', /set_config/],
  ['statement_timestamp', /statement_timestamp/],
  ['advisory lock', /pg_\w*advisory\w*/],
  ['SET LOCAL', /SET LOCAL/],
  ['identity column', /GENERATED ALWAYS AS IDENTITY/],
  ['ON DELETE CASCADE', /ON DELETE CASCADE/],
  ['partial index', /CREATE INDEX.* WHERE /],
  ['expression index', /CREATE INDEX.*\(\(/],
  ['RENAME COLUMN', /RENAME COLUMN/],
];

const verbs =
  /^(?:(?:INSERT INTO|UPDATE|DELETE FROM|SELECT|WITH)(?=.*?(pasarela_\w+)|)|(?:CREATE|ALTER|DROP) \w+|\w+)/u;

/** The first words of a statement, and its table unless it changes the schema. */
const nameOf = (sql: string): string => {
  const [words = '', table = ''] = verbs.exec(sql) ?? [];
  return `${words} ${table}`.trim();
};

const needsOf = (sql: string): ReadonlyArray<string> =>
  constructs.filter(([, inSql]) => inSql.test(sql)).map(([name]) => name);

const page = await readFile('docs/internals/scale.md', 'utf8');

/** The cells of the rows of the table that begins with this cell, without marks of code. */
const tableOf = (head: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [, table = ''] = page.split(new RegExp(`^\\| ${head} \\|.*\\n\\|.*\\n`, 'mu'));
  const [rows = ''] = table.split('\n\n');
  return rows
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.replaceAll('`', '').trim()));
};

const listed = (cell: string): ReadonlyArray<string> => (cell === '' ? [] : cell.split(', '));

describe('docs/internals/scale.md', () => {
  const url = usePostgres();

  it('names every statement that the stores run on PostgreSQL, and what it needs', async () => {
    const pool = new Pool({ connectionString: url() });
    const ran = new Set<string>();
    const recording: PostgresPool = {
      connect: async () => {
        const client = await pool.connect();
        const query: PostgresClient['query'] = (statement) => {
          for (const sql of statement.text.split('; '))
            ran.add(sql.replaceAll(/\s+/gu, ' ').trim());
          return client.query(statement);
        };
        return new Proxy(client, {
          get: (target, name): unknown => (name === 'query' ? query : Reflect.get(target, name)),
        });
      },
    };
    const database = fromPool(recording);
    const stopListening = database.onAnnouncement(() => undefined);
    await valueOf(migrateSchema(database, silentLogger));
    await callEveryFunction(database);
    await until(() => ran.has('LISTEN pasarela'));
    stopListening();
    await valueOf(database.close);
    await pool.end();

    const found = new Map<string, Set<string>>();
    for (const sql of ran) {
      const needs = found.get(nameOf(sql)) ?? new Set();
      for (const need of needsOf(sql)) needs.add(need);
      found.set(nameOf(sql), needs);
    }
    const expected = [...found].map(([name, needs]) => [name, [...needs].toSorted()]);
    expect(
      tableOf('Statement').map(([, name = '', needs = '']) => [name, listed(needs).toSorted()]),
    ).to.have.deep.members(expected);
  });

  it('says of each construct which engines have it', () => {
    expect(tableOf('Construct').map(([, name]) => name)).to.have.members(
      constructs.map(([name]) => name),
    );
  });
});
