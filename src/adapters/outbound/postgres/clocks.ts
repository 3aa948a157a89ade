import type { Database, Dialect } from '../sql/database.js';

// PostgreSQL wants to know the type of every placeholder.
const callersClock: Dialect['now'] = (given) => `CAST(${given} AS BIGINT)`;

/**
 * Leases and pauses are measured by the server's clock: by the moment at which the statement began, which is one for all of its
 * rows, so that an index can be asked. The caller's moment is there for the type of its placeholder alone.
 */
export const serversClock: Dialect['now'] = (given) =>
  `COALESCE(FLOOR(EXTRACT(EPOCH FROM statement_timestamp()))::BIGINT, ${callersClock(given)})`;

/** The same database, whose leases and pauses are measured by the clocks of those who call: for tests that have one. */
export const byCallersClock = (database: Database): Database => ({
  ...database,
  dialect: { ...database.dialect, now: callersClock },
});
