import type { HandlingContext } from '../../application/events/handle-event.js';
import type { EventOf } from '../../domain/event-types.js';

/** What a handler is told beside the event. */
export type EventContext = HandlingContext & {
  /**
   * Aborts when the event is no longer this handler's: its lease was lost, the try took too long, or the process cannot wait any
   * longer.
   */
  readonly signal: AbortSignal;
};

/**
 * Takes an event of a type. Throwing or rejecting means that it could not: it is given the event again later. It may be
 * given the same event more than once even so, and events in another order than they happened.
 */
export type EventHandler<T extends string = string> = (
  event: EventOf<T>,
  context: EventContext,
) => Promise<void> | void;

/** How a handler is registered. */
export type HandlerOptions = {
  /**
   * The name under which it is kept that the handler has taken an event: 1 to 100 characters, of no other handler of the same
   * event, and the same in every process and version of yours. Absent: it is named by its type and how many came before it,
   * and what it has taken is known as long as the process lives.
   */
  readonly name?: string;
};
