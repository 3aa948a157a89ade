import type { Bounds } from '../bounds.js';
import type { EventHandlingSettings } from './event-handling-settings.js';

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
