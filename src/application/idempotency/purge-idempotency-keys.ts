import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { IdempotencyStore } from '../ports/idempotency-store.js';
import { keyLifetime } from './key-lifetime.js';

type Dependencies = {
  readonly idempotencyStore: Pick<IdempotencyStore, 'purge'>;
  readonly clock: Clock;
};

/** Drops up to `limit` idempotency keys that were answered a day ago; says how many. Keys in doubt stay. */
export const purgeIdempotencyKeys =
  ({ idempotencyStore, clock }: Dependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> => {
    const now = clock();
    return idempotencyStore.purge({ answeredBefore: now - keyLifetime, now, limit });
  };
