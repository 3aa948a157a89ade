import type { ProcessorEvent } from '../../../src/domain/events/processor-event.js';

/** The object in an event. Throws for a thin event, which has none. */
export const objectIn = (event: ProcessorEvent): Record<string, unknown> => {
  if (event.object !== 'event') throw new Error(`${event.id} is thin`);
  return event.data.object;
};
