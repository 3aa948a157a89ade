import * as E from 'fp-ts/lib/Either.js';
import type { MemoryControls } from '../adapters/outbound/memory/memory-controls.js';
import { keepEvent } from '../application/keep-event.js';
import type { Clock } from '../application/ports/clock.js';
import type { EventInbox } from '../application/ports/event-inbox.js';
import type { Logger } from '../application/ports/logger.js';
import type { ProcessorEvent } from '../domain/processor-event.js';

type Dependencies = {
  readonly controls: Pick<MemoryControls, 'onEvent'>;
  readonly eventInbox: EventInbox;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** Brings the in-memory processor's events into the service's own inbox, where a real processor's come by webhook. */
export const feedInbox = ({ controls, eventInbox, clock, logger }: Dependencies): void => {
  const keep = keepEvent({ eventInbox, clock });
  const keepOrReport = async (event: ProcessorEvent): Promise<void> => {
    const outcome = await keep(event)();
    if (E.isLeft(outcome)) {
      logger.error('event not stored', { type: event.type, cause: outcome.left.cause });
    }
  };
  controls.onEvent(keepOrReport);
};
