import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { DroppableState, EventStore } from '../ports/event-store.js';

type DropDependencies = {
  readonly eventStore: Pick<EventStore, 'dropPayloads'>;
  readonly clock: Clock;
  /** How many days after receipt the payloads of events in this state are kept. */
  readonly retentionDays: number;
};

const day = 24 * 60 * 60;

/** Drops the payloads of up to `limit` old events of a state, but not their ids. Returns the number of events. */
export const dropEventPayloads =
  ({ eventStore, clock, retentionDays }: DropDependencies, state: DroppableState) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> => {
    const now = clock();
    return eventStore.dropPayloads(state, now - retentionDays * day, limit, now);
  };

type PurgeDependencies = {
  readonly eventStore: Pick<EventStore, 'purge'>;
  readonly clock: Clock;
  /** How many days after receipt the ids of events without payload are kept. */
  readonly idDays: number;
};

/** Deletes up to `limit` old events whose payload was dropped. Returns the number of events. */
export const purgeEvents =
  ({ eventStore, clock, idDays }: PurgeDependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> => {
    const now = clock();
    return eventStore.purge(now - idDays * day, limit, now);
  };
