import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { ClaimedEvent } from '../ports/event-store.js';

/** What a handler is told beside the event. */
export type HandlingContext = Pick<ClaimedEvent, 'attempt' | 'replay' | 'superseded'>;

/** A handler, by the name under which it is kept that it has taken an event. */
export type NamedHandler = { readonly name: string; readonly handle: EventHandler };

/** Takes an event; left: why it could not. It may be given the same event more than once. */
export type EventHandler = (
  event: ProcessorEvent,
  context: HandlingContext,
) => TE.TaskEither<unknown, void>;
