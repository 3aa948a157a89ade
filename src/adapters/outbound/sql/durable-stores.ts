import type { EventStore } from '../../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../../application/ports/idempotency-store.js';

/** Stores that outlive the process. */
export type DurableStores = {
  /** For `createPayments({ eventStore })`. */
  readonly eventStore: EventStore;
  /** For `createPayments({ idempotency: { store, secret } })`. */
  readonly idempotencyStore: IdempotencyStore;
  /** Ends the connections: after `payments.stop()`. Rejects with a `StoreUnavailable`. */
  readonly close: () => Promise<void>;
};
