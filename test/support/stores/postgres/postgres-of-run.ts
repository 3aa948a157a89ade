import { type PostgresServer, startPostgres } from './start-postgres.js';

let started: Promise<PostgresServer> | undefined;

/** The PostgreSQL that all suites of a run share. It starts on first use. */
export const postgresOfRun = (): Promise<PostgresServer> => {
  started ??= startPostgres();
  return started;
};

after(async () => {
  await (await started)?.end();
});
