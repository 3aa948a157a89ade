/** The in-memory processor. */
export type MemoryConfig = {
  readonly kind: 'memory';
  /** Its ids follow from it; absent: they are random. */
  readonly seed: string | undefined;
};

/** Stripe, or what speaks its protocol. */
export type StripeConfig = {
  readonly kind: 'stripe';
  readonly secretKey: string;
  /** Absent: Stripe itself. */
  readonly baseUrl: string | undefined;
  /** The version of its API, for example `2026-08-26.dahlia`. */
  readonly apiVersion: string;
  /** How customers' cards are kept there. */
  readonly cards: 'sources' | 'payment_methods';
  /** How long one attempt of a call may take. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
};

/** Which card processor, and what it needs. */
export type ProcessorConfig = MemoryConfig | StripeConfig;
