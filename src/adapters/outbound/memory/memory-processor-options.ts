import type { Clock } from '../../../application/ports/clock.js';
import type { SnapshotEvent } from '../../../domain/processor-event.js';

/** How an in-memory processor is set up. Everything has a default. */
export type MemoryProcessorOptions = {
  /** The same seed gives the same ids. Absent: a random one. */
  readonly seed?: number | string;
  /** Unix seconds. Absent: the system's time. */
  readonly clock?: Clock;
  /** How many events are kept; the oldest go first. Absent: 10 000. */
  readonly keepEvents?: number;
  /**
   * How `createCard` keeps cards: as sources (`card_...`), or as payment methods (`pm_...`), as the Stripe adapter does with
   * its option of this name. Absent: `sources`.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** `false`: card tokens are refused as sources of customers, as with accounts of today. Absent: `true`. */
  readonly cardTokens?: boolean;
  /** The page on which a customer authenticates an intent, put into its `next_action`. */
  readonly challengeUrl?: (paymentIntent: string) => string;
  /**
   * Gets what an event listener throws, or what its promise rejects with. Absent: it is thrown outside, where it ends
   * the process as any uncaught error does, so that it cannot go unseen.
   */
  readonly onListenerError?: (error: unknown, event: SnapshotEvent) => void;
};
