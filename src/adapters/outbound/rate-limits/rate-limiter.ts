import * as E from 'fp-ts/lib/Either.js';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Logger } from '../../../application/ports/logger.js';
import type { RateLimiter } from '../../../application/ports/rate-limiter.js';
import type { Database, SqlValue } from '../sql/database.js';

type Limit = {
  /** Separates the keys of this limit from those of others. */
  readonly name: string;
  readonly perMinute: number;
};

const minute = 60;

const asRateLimiter =
  (limiter: RateLimiterAbstract): RateLimiter =>
  async (key) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  };

/** Counts calls in the memory of this process. */
export const memoryRateLimiter = ({ name, perMinute }: Limit): RateLimiter =>
  asRateLimiter(new RateLimiterMemory({ keyPrefix: name, points: perMinute, duration: minute }));

type Statement = {
  readonly text: string;
  readonly values: ReadonlyArray<SqlValue>;
};

// A payment waits no longer for the count of its client.
const longestWaitMs = 300;

// And while the database fails, it does not wait at all.
const pauseMs = 5000;

const inTime = <A>(work: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = new Error(`the database did not count a request within ${longestWaitMs} ms`);
    const timer = setTimeout(() => reject(late), longestWaitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** The database as a client of PostgreSQL, for the limiter. A count is lost in a crash of the server: nothing waits for the disk. */
const clientOf = ({ query, queryWithoutSync }: Database, logger: Pick<Logger, 'warn'>) => {
  let pausedUntil = 0;
  const count = async (sql: string, values: Statement['values']) => {
    const counted = await queryWithoutSync(sql, values)();
    if (E.isLeft(counted)) throw counted.left.cause;
    return { rows: counted.right };
  };
  return {
    query: async ({ text, values }: Statement) => {
      const sql = text.trim().replace(/;$/, '');
      // Deletes old rows, and waits for nothing.
      if (!sql.includes('RETURNING')) return query(sql, values)();
      if (performance.now() < pausedUntil) throw new Error('the database is not asked for a while');
      try {
        return await inTime(count(sql, values));
      } catch (cause) {
        pausedUntil = performance.now() + pauseMs;
        logger.warn('this instance counts requests alone, because the store is unavailable', {
          cause,
        });
        throw cause;
      }
    },
  };
};

/** Counts calls together with the other instances on a database. While it fails, this process counts alone. */
export const sharedRateLimiter = (
  { name, perMinute }: Limit,
  database: Database,
  logger: Pick<Logger, 'warn'>,
): RateLimiter => {
  const limit = { keyPrefix: name, points: perMinute, duration: minute };
  return asRateLimiter(
    new RateLimiterPostgres({
      ...limit,
      storeClient: clientOf(database, logger),
      storeType: 'client',
      tableName: 'pasarela_rate_limits',
      tableCreated: true,
      // Then the database is not asked again until the minute is over.
      inMemoryBlockOnConsumed: perMinute + 1,
      insuranceLimiter: new RateLimiterMemory(limit),
    }),
  );
};
