import * as E from 'fp-ts/lib/Either.js';
import type { MemoryControls } from '../../adapters/outbound/memory/memory-controls.js';
import type { Logger } from '../../application/ports/logger.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { EventHandling } from './event-handling.js';

type Dependencies = {
  readonly controls: Pick<MemoryControls, 'onEvent'>;
  readonly keepEvent: EventHandling['keepEvent'];
  readonly logger: Logger;
};

/** Stores the events of the in-memory processor. A real processor sends them by webhook. */
export const feedEventStore = ({ controls, keepEvent, logger }: Dependencies): void => {
  const keepOrReport = async (event: ProcessorEvent): Promise<void> => {
    const outcome = await keepEvent(event)();
    if (E.isLeft(outcome)) {
      logger.error('could not store an event of the in-memory processor', {
        type: event.type,
        cause: outcome.left.cause,
      });
    }
  };
  controls.onEvent(keepOrReport);
};
