import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { DroppableState, EventStore } from '../ports/event-store.js';

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'dropPayloads'>;
  readonly clock: Clock;
  /** How long the payloads of events in this state are kept after their receipt. */
  readonly retentionDays: number;
};

const day = 24 * 60 * 60;

/** Drops the payloads of up to `limit` events of a state that are old enough; answers how many. Their ids stay. */
export const dropEventPayloads =
  ({ eventStore, clock, retentionDays }: Dependencies, state: DroppableState) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> =>
    eventStore.dropPayloads(state, clock() - retentionDays * day, limit);
