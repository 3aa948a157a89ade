import type { Bounds } from '../bounds.js';

/** What each of the times may be by which requests with idempotency keys are handled. */
export const idempotencyBounds = {
  waitMs: { from: 0, to: 60_000, fallback: 0 },
  leaseSeconds: { from: 1, to: 86_400, fallback: 30 },
} satisfies { readonly [name: string]: Bounds };
