import { type Bounds, type Described, options, within } from '../../application/checked-input.js';
import { mapTable } from '../../application/map-table.js';

/** How events are handled. Times are in seconds and days. */
export type EventHandlingSettings = {
  /** How many events are handled at the same time. Events of the same object are handled one after the other. */
  readonly concurrency: number;
  /** Seconds after which another instance takes over an event from an instance that crashed. */
  readonly leaseSeconds: number;
  /** Seconds after which a try fails. The signal of its handlers aborts. */
  readonly timeoutSeconds: number;
  /** How often an event is tried before it is dead. A replay starts the count again. */
  readonly maxTries: number;
  /** Days after receipt for which payloads of handled and ignored events are kept. */
  readonly retentionDays: number;
  /** Days after receipt for which payloads of dead events are kept. */
  readonly deadRetentionDays: number;
  /** Days after receipt for which ids of events are kept, so that an event that arrives again is recognized. */
  readonly idDays: number;
};

/** Range and default of each setting. */
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

/** The settings as options, each with a default. */
export const EventHandlingOptions = options<Partial<EventHandlingSettings>>(
  mapTable<Described<Partial<EventHandlingSettings>>, Bounds>(eventHandlingBounds, within),
);
