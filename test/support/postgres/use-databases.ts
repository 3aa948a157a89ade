import { openPostgres } from '../../../src/adapters/outbound/postgres/open-postgres.js';
import type { Database } from '../../../src/adapters/outbound/sql/database.js';
import { valueOf } from '../../../src/contract/stores/value-of.js';

/** Opens databases, each as an instance of its own would, and closes them after the suite that calls this. */
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
