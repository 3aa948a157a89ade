import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';

/** How requests with idempotency keys are handled. Everything has a default. */
export type IdempotencyOptions = {
  /** Where the keys are kept, with their answers. Default: in memory, as long as the process lives. */
  readonly store?: IdempotencyStore;
  /**
   * Encrypts answers and hides requests in the store: all instances share it. Several while one replaces another, the new one
   * first. Obligatory with a `store`, unless `secretInStore`; the one in memory has its own.
   */
  readonly secret?: string | ReadonlyArray<string>;
  /** `true`: without a `secret` one is made, and kept in the store beside what it encrypts. Not for production. */
  readonly secretInStore?: boolean;
  /**
   * Goes into the keys that the processor gets. Deployments that share an account of the processor, and not the store, each have
   * their own: else one is answered with the payment of another that used the same key. 1 to 255 printable ASCII characters;
   * default: none.
   */
  readonly namespace?: string;
  /** How long a request waits for another one with its key that is at work, before it is told so. Default: 0, at once. */
  readonly waitMs?: number;
  /**
   * After how many seconds a request that was cut off may be taken over by the next with its key. One that is at work gives
   * signs of life. Default: 30.
   */
  readonly leaseSeconds?: number;
};
