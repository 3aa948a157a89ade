import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';

/** How requests with idempotency keys are handled. Everything has a default. */
export type IdempotencyOptions = {
  /** Where the keys are kept, with their answers. Default: in memory, as long as the process lives. */
  readonly store?: IdempotencyStore;
  /**
   * Hides requests and answers in the store: who shares the store shares this. After a change, keys that are in the store
   * already are refused. Obligatory with a `store`; the one in memory has its own.
   */
  readonly secret?: string;
  /** How long a request waits for another one with its key that is at work, before it is told so. Default: 0, at once. */
  readonly waitMs?: number;
  /**
   * After how many seconds a request that was cut off may be taken over by the next with its key. One that is at work gives
   * signs of life. Default: 30.
   */
  readonly leaseSeconds?: number;
};
