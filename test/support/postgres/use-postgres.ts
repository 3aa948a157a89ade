import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { postgresOfRun } from './postgres-of-run.js';

const run = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
};

/**
 * A new, empty database for the suite that calls this: in the PostgreSQL that TEST_DATABASE_URL names, else in one that is
 * started for the run. Its URL, inside the tests. `how` follows CREATE DATABASE.
 */
export const usePostgres = (how = ''): (() => string) => {
  const name = `pasarela_test_${randomBytes(6).toString('hex')}`;
  let server = '';
  before(async function () {
    this.timeout(60_000);
    server = process.env['TEST_DATABASE_URL'] ?? (await postgresOfRun()).url;
    await run(server, `CREATE DATABASE ${name} ${how}`);
  });
  after(() => run(server, `DROP DATABASE ${name} WITH (FORCE)`));
  return () => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
};
