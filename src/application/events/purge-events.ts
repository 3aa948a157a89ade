import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventQueue } from '../ports/event-queue.js';

type Dependencies = {
  readonly eventQueue: Pick<EventQueue, 'purge'>;
  readonly clock: Clock;
  /** How long handled and ignored events are kept. */
  readonly retentionDays: number;
};

const day = 24 * 60 * 60;

/** Drops up to `limit` handled and ignored events that are old enough; answers how many. */
export const purgeEvents =
  ({ eventQueue, clock, retentionDays }: Dependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> =>
    eventQueue.purge(clock() - retentionDays * day, limit);
