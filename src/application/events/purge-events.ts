import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventQueue } from '../ports/event-queue.js';

type Dependencies = {
  readonly eventQueue: Pick<EventQueue, 'purge'>;
  readonly clock: Clock;
  /** How long the ids of events without payload are kept after their receipt. */
  readonly idDays: number;
};

const day = 24 * 60 * 60;

/** Forgets up to `limit` events whose payload was dropped and that are old enough; answers how many. */
export const purgeEvents =
  ({ eventQueue, clock, idDays }: Dependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> =>
    eventQueue.purge(clock() - idDays * day, limit);
