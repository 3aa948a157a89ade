import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  also,
  aWholeNumber,
  aWord,
  checkedOptions,
  hasFunctions,
  must,
  optional,
  options as optionsOf,
  textThat,
} from '../../../application/checked-input.js';
import type { Logger } from '../../../application/ports/logger.js';
import { isObject } from '../../../domain/input/json.js';
import type { Database } from '../sql/database.js';
import { type DurableStores, openDurableStores } from '../sql/open-stores.js';
import type { PostgresPool } from './connection.js';
import { byCallersClock } from './database.js';
import { fromPool, openPostgres } from './open-postgres.js';
import { describePostgres, isPostgresUrl, misleadingUrl } from './url.js';

type Options = {
  /** Logs a line when it waits for another instance that is migrating the schema. */
  readonly logger?: Pick<Logger, 'info'>;
  /** The clock by which leases and pauses are measured: the `server`'s (default), or the `caller`'s, for tests. */
  readonly clock?: 'server' | 'caller';
} & (
  | {
      /** `postgres://<user>@<host>/<database>` */
      readonly url: string;
      /** The maximum number of connections, besides one that listens. Default: 10. */
      readonly poolSize?: number;
    }
  | {
      /** Your `pg.Pool`, with at least two connections, one of which listens. Closing the stores leaves it open. */
      readonly pool: PostgresPool;
    }
);

type WithUrl = Extract<Options, { readonly url: string }>;
type WithPool = Extract<Options, { readonly pool: PostgresPool }> & {
  readonly [N in Exclude<keyof WithUrl, keyof Options>]?: undefined;
};

const common = {
  logger: optional(hasFunctions<Pick<Logger, 'info'>>({ info: true })),
  clock: optional(aWord('server', 'caller')),
};

const WithUrl = optionsOf<WithUrl>({
  ...common,
  url: also(
    textThat(
      'must be postgres://<user>@<host>/<database>: is the environment variable set?',
      (url) => isPostgresUrl(url) || misleadingUrl(url) !== undefined,
    ),
    (url, name) => {
      const misleading = misleadingUrl(url);
      return misleading === undefined ? [] : [`${name} ${misleading}`];
    },
  ),
  poolSize: optional(aWholeNumber(1)),
});

const notWithPool = must(
  'cannot be combined with pool',
  (value): value is undefined => value === undefined,
);

const WithPool = optionsOf<WithPool>({
  ...common,
  pool: hasFunctions<PostgresPool>({ connect: true }),
  url: notWithPool,
  poolSize: notWithPool,
});

/**
 * Opens the stores in a PostgreSQL database, which any number of instances may share, and migrates its schema. Rejects with a
 * `TypeError` for invalid options, and with an `Error` that says why the database cannot be opened, with the driver's error as
 * its `cause`; neither contains the password.
 */
export const openPostgresStores = async (options: Options): Promise<DurableStores> => {
  if (isObject(options) && 'pool' in options) {
    checkedOptions('openPostgresStores', WithPool, options);
  } else {
    checkedOptions('openPostgresStores', WithUrl, options);
  }
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
