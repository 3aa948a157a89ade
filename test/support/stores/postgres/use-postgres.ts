import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { byCallersClock } from '../../../../src/adapters/outbound/postgres/database.js';
import { openPostgres } from '../../../../src/adapters/outbound/postgres/open-postgres.js';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { capturedOutput } from '../../service/captured-log.js';
import { postgresOfRun } from './postgres-of-run.js';

const run = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
};

const searchTables = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_name LIKE 'pasarela%'",
  );
  for (const { name } of rows) {
    const kept = await client.query<{ readonly text: string | null }>(
      `SELECT string_agg(kept::text, ' ') AS text FROM ${name} kept`,
    );
    capturedOutput.table(name, kept.rows[0]?.text ?? '');
  }
  await client.end();
};

/**
 * Creates an empty database for a suite, on the server of TEST_DATABASE_URL or else on the server of this run. Returns
 * its URL, to be read inside the tests. `how` is appended to CREATE DATABASE.
 */
export const usePostgres = (how = ''): (() => string) => {
  const name = `pasarela_test_${randomBytes(6).toString('hex')}`;
  let server = '';
  before(async () => {
    server = process.env['TEST_DATABASE_URL'] ?? (await postgresOfRun()).url;
    await run(server, `CREATE DATABASE ${name} ${how}`);
  });
  const url = (): string => {
    const own = new URL(server);
    own.pathname = `/${name}`;
    return own.href;
  };
  after(async () => {
    await searchTables(url());
    await run(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return url;
};

/** Opens databases, each as a separate instance would, and closes them after the suite. */
export const useDatabases = (): ((url: string, poolSize?: number) => Promise<Database>) => {
  const opened: Array<Database> = [];
  after(async () => {
    for (const database of opened) await valueOf(database.close);
  });
  return async (url, poolSize) => {
    const database = await valueOf(openPostgres(url, poolSize));
    opened.push(database);
    return database;
  };
};

/** Two instances on one database for a suite, with the callers' clock, and a function that empties the database. */
export const usePostgresStores = (): {
  readonly fresh: () => Promise<Database>;
  readonly another: () => Promise<Database>;
} => {
  const url = usePostgres();
  const open = useDatabases();
  let instances: Promise<{ readonly one: Database; readonly other: Database }> | undefined;

  const opened = () => {
    instances ??= (async () => {
      const one = byCallersClock(await open(url()));
      const other = byCallersClock(await open(url()));
      await valueOf(migrateSchema(one, silentLogger));
      return { one, other };
    })();
    return instances;
  };

  return {
    fresh: async () => {
      const { one } = await opened();
      await valueOf(
        one.query(
          'TRUNCATE pasarela_events, pasarela_event_tries, pasarela_idempotency_keys, pasarela_secrets, pasarela_counted_refunds, pasarela_refund_sums, pasarela_facts, pasarela_turns, pasarela_findings, pasarela_runs',
        ),
      );
      return one;
    },
    another: async () => (await opened()).other,
  };
};
