import type { Clock } from '../../application/ports/clock.js';
import type { EventQueue } from '../../application/ports/event-queue.js';
import type { Logger } from '../../application/ports/logger.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { EventHandler } from './event-handler.js';
import type { EventHandlingSettings } from './event-handling-settings.js';

/** What events are handled with. */
export type EventWorkerParts = {
  readonly queue: EventQueue;
  readonly handlersOf: (type: string) => ReadonlyArray<EventHandler>;
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: EventHandlingSettings;
};
