import type { HandlingContext } from '../application/event-handler.js';
import type { ProcessorEvent } from '../domain/processor-event.js';

/** What a handler is told beside the event. */
export type EventContext = HandlingContext & {
  /** Aborts when the event is no longer this handler's: its lease was lost, or the process cannot wait any longer. */
  readonly signal: AbortSignal;
};

/**
 * Takes an event. Throwing or rejecting means that it could not: it is given the event again later. It may be given the
 * same event more than once even so, and events in another order than they happened.
 */
export type EventHandler = (event: ProcessorEvent, context: EventContext) => Promise<void> | void;
