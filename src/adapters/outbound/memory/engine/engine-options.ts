import type { Clock } from '../../../../application/ports/clock.js';
import type { ListenerErrorHandler } from './events/event-dispatcher.js';

/** How an engine is set up. */
export type EngineOptions = {
  readonly seed: string;
  readonly clock: Clock;
  /** How many events are kept; the oldest go first. */
  readonly keepEvents: number;
  readonly challengeUrl: (paymentIntent: string) => string;
  /** Whether cards may be given to customers, and be charged, as sources: accounts of today refuse it. */
  readonly cardTokens: boolean;
  readonly onListenerError: ListenerErrorHandler;
};
