/** How requests with an `Idempotency-Key` are handled. */
export type IdempotencyConfig = {
  /** How long one waits for another with its key that is at work. */
  readonly waitMs: number;
  /** After how long the next one takes over from one that gives no sign of life. */
  readonly leaseSeconds: number;
  /** Hides in the store what is kept under the keys. */
  readonly secret: string;
};
