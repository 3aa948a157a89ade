import type { EventHandlingSettings } from '../event-handling-settings.js';
import { decodeWholeNumber } from './decode-whole-number.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { every } from './every.js';

/** How events are handled. */
export const decodeEventHandling = (env: Environment): Decoded<EventHandlingSettings> =>
  every({
    concurrency: decodeWholeNumber(env, 'EVENT_CONCURRENCY', { from: 1, to: 1000, fallback: 8 }),
    leaseSeconds: decodeWholeNumber(env, 'EVENT_LEASE_SECONDS', {
      from: 1,
      to: 3600,
      fallback: 30,
    }),
    maxTries: decodeWholeNumber(env, 'EVENT_MAX_TRIES', { from: 1, to: 100, fallback: 12 }),
  });
