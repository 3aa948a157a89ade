import { type PostgresServer, startPostgres } from './start-postgres.js';

let started: Promise<PostgresServer> | undefined;

/** The PostgreSQL that all suites of a run share. It starts when the first of them asks. */
export const postgresOfRun = (): Promise<PostgresServer> => {
  started ??= startPostgres();
  return started;
};

after(async () => {
  await (await started)?.end();
});
