import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { IdempotencyStore } from '../ports/idempotency-store.js';

/** How many seconds an answer is kept under its idempotency key (decision I5b). */
export const keyLifetime = 24 * 60 * 60;

/** How many seconds a request in doubt may be sent again: an hour less than the processor remembers its key. */
export const repeatableFor = 23 * 60 * 60;

type Dependencies = {
  readonly idempotencyStore: Pick<IdempotencyStore, 'purge'>;
  readonly clock: Clock;
};

/** Drops up to `limit` idempotency keys that were answered a day ago and returns how many. Keys in doubt stay. */
export const purgeIdempotencyKeys =
  ({ idempotencyStore, clock }: Dependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> => {
    const now = clock();
    return idempotencyStore.purge({ answeredBefore: now - keyLifetime, now, limit });
  };
