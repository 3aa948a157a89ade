import type { Bounds } from '../bounds.js';

/** How events are handled. */
export type EventHandlingSettings = {
  /** How many events are handled at the same time, each of another object. */
  readonly concurrency: number;
  /** After how many seconds another instance takes over an event from one that is gone. */
  readonly leaseSeconds: number;
  /** After how many seconds a try has failed that is not over; its handlers are told to give up. */
  readonly timeoutSeconds: number;
  /** How many tries an event has before it is dead, and again after each replay. */
  readonly maxTries: number;
  /** For how many days the payloads of handled and ignored events are kept after their receipt. */
  readonly retentionDays: number;
  /** The same of dead ones. */
  readonly deadRetentionDays: number;
  /** For how many days the ids of events are kept after their receipt, by which they are known when they come again. */
  readonly idDays: number;
};

/** What each setting may be. */
export const eventHandlingBounds: { readonly [N in keyof EventHandlingSettings]: Bounds } = {
  concurrency: { from: 1, to: 1000, fallback: 8 },
  leaseSeconds: { from: 1, to: 3600, fallback: 30 },
  timeoutSeconds: { from: 1, to: 86_400, fallback: 900 },
  maxTries: { from: 1, to: 100, fallback: 12 },
  retentionDays: { from: 1, to: 36_500, fallback: 30 },
  deadRetentionDays: { from: 1, to: 36_500, fallback: 90 },
  // Stripe sends an event again for up to 30 days after it happened.
  idDays: { from: 35, to: 36_500, fallback: 35 },
};
