import type { Database } from '../sql/database.js';
import { createPostgresDatabase } from './create-postgres-database.js';
import type { PostgresPool } from './postgres-pool.js';
import { sessionSettings } from './session-settings.js';

/**
 * A PostgreSQL database over somebody else's pool, which stays open. One of its connections listens for as long as there is
 * anything to hear. What is set for a statement holds for its transaction alone.
 */
export const overPool = (pool: PostgresPool): Database =>
  createPostgresDatabase({
    pool,
    begin: sessionSettings.map(([name, value]) => `SET LOCAL ${name} = '${value}'`),
    newListener: async () => {
      const client = await pool.connect();
      return { client, end: async () => client.release(true) };
    },
    end: async () => undefined,
  });
