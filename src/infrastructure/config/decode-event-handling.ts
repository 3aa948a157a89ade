import { eventHandlingBounds } from '../events/event-handling-bounds.js';
import { decodeWholeNumber } from './decode-whole-number.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import type { EventHandlingConfig } from './event-handling-config.js';
import { every } from './every.js';

/** How events are handled. */
export const decodeEventHandling = (env: Environment): Decoded<EventHandlingConfig> => {
  const { concurrency, leaseSeconds, maxTries, retentionDays, deadRetentionDays, idDays } =
    eventHandlingBounds;
  return every({
    concurrency: decodeWholeNumber(env, 'EVENT_CONCURRENCY', concurrency),
    leaseSeconds: decodeWholeNumber(env, 'EVENT_LEASE_SECONDS', leaseSeconds),
    maxTries: decodeWholeNumber(env, 'EVENT_MAX_TRIES', maxTries),
    retentionDays: decodeWholeNumber(env, 'EVENT_RETENTION_DAYS', retentionDays),
    deadRetentionDays: decodeWholeNumber(env, 'EVENT_DEAD_RETENTION_DAYS', deadRetentionDays),
    idDays: decodeWholeNumber(env, 'EVENT_ID_DAYS', idDays),
  });
};
