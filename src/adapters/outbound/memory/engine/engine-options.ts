import type { Clock } from '../../../../application/ports/clock.js';
import type { ListenerErrorHandler } from './events/event-dispatcher.js';

/** How an engine is set up. */
export type EngineOptions = {
  readonly seed: string;
  readonly clock: Clock;
  /** How many events are kept; the oldest go first. */
  readonly keepEvents: number;
  readonly challengeUrl: (paymentIntent: string) => string;
  readonly onListenerError: ListenerErrorHandler;
};
