import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';

/** What the service keeps, ready to be used. */
export type Stores = {
  readonly eventStore: EventStore;
  readonly idempotencyStore: IdempotencyStore;
  /** Forgets every event, where that is possible: in memory. */
  readonly clear: () => void;
  readonly close: TE.TaskEither<StoreUnavailable, void>;
};
