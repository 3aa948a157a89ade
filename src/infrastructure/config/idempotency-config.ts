/** How requests with an `Idempotency-Key` are handled. */
export type IdempotencyConfig = {
  /** How long one waits for another with its key that is at work. */
  readonly waitMs: number;
  /** After how long the next one takes over from one that gives no sign of life. */
  readonly leaseSeconds: number;
  /** Encrypt in the store what is kept under the keys, the secret of today first; none: one is made and kept in the store. */
  readonly secrets: ReadonlyArray<string>;
  /** Goes into the keys that the processor gets; absent: nothing does. */
  readonly namespace: string | undefined;
};
