import type { Clock } from '../../application/ports/clock.js';
import type { EventQueue } from '../../application/ports/event-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { EventHandlers } from './event-handlers.js';
import type { EventHandlingSettings } from './event-handling-settings.js';

/** What events are handled with. */
export type EventWorkerParts = {
  readonly queue: EventQueue;
  readonly handlersOf: EventHandlers['of'];
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: EventHandlingSettings;
};
