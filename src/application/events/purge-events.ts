import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'purge'>;
  readonly clock: Clock;
  /** How long the ids of events without payload are kept after their receipt. */
  readonly idDays: number;
};

const day = 24 * 60 * 60;

/** Forgets up to `limit` events whose payload was dropped and that are old enough; answers how many. */
export const purgeEvents =
  ({ eventStore, clock, idDays }: Dependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> =>
    eventStore.purge(clock() - idDays * day, limit);
