import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../sql.mjs';

const microseconds = 100_000;

/** A disk that takes 100 ms for each sync of the log, as PostgreSQL can imitate it. */
export const slowDisk = {
  name: 'slow-disk',
  about: 'each sync of the log of PostgreSQL takes 100 ms',
  run: async ({ stack, sizes }) => {
    await sql(
      stack.server.url,
      `ALTER SYSTEM SET commit_delay = ${microseconds}`,
      'ALTER SYSTEM SET commit_siblings = 0',
      'SELECT pg_reload_conf()',
    );
    await pause(sizes.outage * 1000);
    await sql(
      stack.server.url,
      'ALTER SYSTEM RESET commit_delay',
      'ALTER SYSTEM RESET commit_siblings',
      'SELECT pg_reload_conf()',
    );
    return { result: '', holds: ({ failed }) => [['no request fails', failed === 0]] };
  },
};
