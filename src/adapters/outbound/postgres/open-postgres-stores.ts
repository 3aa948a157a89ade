import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { Database } from '../sql/database.js';
import type { DurableStores } from '../sql/durable-stores.js';
import { openDurableStores } from '../sql/open-durable-stores.js';
import { byCallersClock } from './clocks.js';
import { describePostgres } from './describe-postgres.js';
import { isPostgresUrl } from './is-postgres-url.js';
import { openPostgres } from './open-postgres.js';
import { overPool } from './over-pool.js';
import type { PostgresPool } from './postgres-pool.js';

type Options = {
  /** Is told when the schema is waited for, which another instance changes. */
  readonly logger?: Pick<Logger, 'info'>;
  /**
   * Whose clock leases and the pauses between tries are measured by: the `server`'s (default), or the `caller`'s, for tests
   * that have a clock of their own.
   */
  readonly clock?: 'server' | 'caller';
} & (
  | {
      /** `postgres://<user>@<host>/<database>` */
      readonly url: string;
      /** How many connections are made at most (10), beside one that listens. */
      readonly poolSize?: number;
    }
  | {
      /** A `pg.Pool` of yours, with two connections at least: one of them listens. It stays open when the stores are closed. */
      readonly pool: PostgresPool;
    }
);

/**
 * Opens the stores in a PostgreSQL database, for any number of instances, and brings its schema up to date. Rejects with a
 * `TypeError` for wrong options, and with an `Error` that says why the database cannot be opened, and has its `cause`;
 * neither holds the password.
 */
export const openPostgresStores = async (options: Options): Promise<DurableStores> => {
  const { logger, clock = 'server' } = options;
  if (!['server', 'caller'].includes(clock)) {
    throw new TypeError("openPostgresStores: clock must be 'server' or 'caller'");
  }
  const timed = (database: Database) => (clock === 'caller' ? byCallersClock(database) : database);
  if ('pool' in options) {
    return openDurableStores('in PostgreSQL', TE.right(timed(overPool(options.pool))), logger);
  }
  const { url, poolSize } = options;
  if (!isPostgresUrl(url)) {
    throw new TypeError(
      'openPostgresStores: url must be postgres://<user>@<host>/<database>: is the environment variable set?',
    );
  }
  if (poolSize !== undefined && !(Number.isInteger(poolSize) && poolSize > 0)) {
    throw new TypeError('openPostgresStores: poolSize must be a whole number from 1 on');
  }
  return openDurableStores(
    describePostgres(url),
    pipe(openPostgres(url, poolSize), TE.map(timed)),
    logger,
  );
};
