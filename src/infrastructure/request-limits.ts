import { clientAddress } from '../adapters/inbound/http/access/client-address.js';
import type { RequestLimits } from '../adapters/inbound/http/access/request-limits.js';
import type { Database } from '../adapters/outbound/sql/database.js';
import type { Logger } from '../application/ports/logger.js';
import type { RateLimiter } from '../application/ports/rate-limiter.js';
import type { Config } from './config/config.js';

// The code of the limiter is loaded with the first call that is counted.
const lazily = (create: () => Promise<RateLimiter>): RateLimiter => {
  let created: Promise<RateLimiter> | undefined;
  return async (key) => {
    created ??= create();
    return (await created)(key);
  };
};

const orEndless = (most: number): number | undefined => (most === 0 ? undefined : most);

/** The limits of the configuration. Instances on one `database` count together. */
export const createRequestLimits = (
  { perMinute, failedPerMinute, trustedProxies, inProgress, inProgressPerClient }: Config['limits'],
  database: Database | undefined,
  logger: Logger,
): RequestLimits => {
  const limiter = (name: string, most: number): RateLimiter | undefined =>
    most === 0
      ? undefined
      : lazily(async () => {
          const { memoryRateLimiter, sharedRateLimiter } = await import(
            '../adapters/outbound/rate-limits/rate-limiter.js'
          );
          const limit = { name, perMinute: most };
          return database === undefined
            ? memoryRateLimiter(limit)
            : sharedRateLimiter(limit, database, logger);
        });
  return {
    addressOf: clientAddress(trustedProxies),
    requests: limiter('requests', perMinute),
    failedAuthentications: limiter('failed', failedPerMinute),
    inProgress: orEndless(inProgress),
    inProgressPerClient: orEndless(inProgressPerClient),
  };
};
