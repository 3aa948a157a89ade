import { Client } from 'pg';

/**
 * A PostgreSQL with one database that is filled once, and copied before each run. It needs what `tsc` compiled.
 */
export const startDatabases = async () => {
  const { startPostgres } = await import(
    '../../build/test/support/stores/postgres/start-postgres.js'
  );
  const server = await startPostgres();
  const urlOf = (name) => server.url.replace(/[^/]*$/, name);
  const run = async (...statements) => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    for (const statement of statements) {
      // oxlint-disable-next-line no-await-in-loop
      await client.query(statement);
    }
    await client.end();
  };
  await run('CREATE DATABASE filled');
  return {
    filledUrl: urlOf('filled'),
    url: urlOf('shop'),
    reset: () =>
      run('DROP DATABASE IF EXISTS shop WITH (FORCE)', 'CREATE DATABASE shop TEMPLATE filled'),
    close: server.end,
  };
};
