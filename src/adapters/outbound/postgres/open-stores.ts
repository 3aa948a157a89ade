import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  aWholeNumber,
  aWord,
  checkedOptions,
  hasFunctions,
  must,
  optional,
  type Rule,
} from '../../../application/checked-options.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { Database } from '../sql/database.js';
import { type DurableStores, openDurableStores } from '../sql/open-stores.js';
import type { PostgresPool } from './connection.js';
import { byCallersClock } from './database.js';
import { fromPool, openPostgres } from './open-postgres.js';
import { describePostgres, isPostgresUrl } from './url.js';

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

const shared = {
  logger: optional(hasFunctions({ info: true })),
  clock: optional(aWord('server', 'caller')),
};

const notWithPool = must('cannot be combined with pool', (value) => value === undefined);

const rulesFor = (given: unknown): { readonly [name: string]: Rule } =>
  typeof given === 'object' && given !== null && 'pool' in given
    ? {
        ...shared,
        pool: hasFunctions({ connect: true }),
        url: notWithPool,
        poolSize: notWithPool,
      }
    : {
        ...shared,
        url: must(
          'must be postgres://<user>@<host>/<database>: is the environment variable set?',
          (url) => typeof url === 'string' && isPostgresUrl(url),
        ),
        poolSize: optional(aWholeNumber(1)),
      };

/**
 * Opens the stores in a PostgreSQL database, for any number of instances, and brings its schema up to date. Rejects with a
 * `TypeError` for wrong options, and with an `Error` that says why the database cannot be opened, and has its `cause`;
 * neither holds the password.
 */
export const openPostgresStores = async (given: Options): Promise<DurableStores> => {
  const options = checkedOptions('openPostgresStores', rulesFor(given), given);
  const { logger, clock = 'server' } = options;
  const timed = (database: Database) => (clock === 'caller' ? byCallersClock(database) : database);
  if ('pool' in options) {
    return openDurableStores('in PostgreSQL', TE.right(timed(fromPool(options.pool))), logger);
  }
  const { url, poolSize } = options;
  return openDurableStores(
    describePostgres(url),
    pipe(openPostgres(url, poolSize), TE.map(timed)),
    logger,
  );
};
