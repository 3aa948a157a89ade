import type { ProcessorEvent } from '../../../src/domain/processor-event.js';

/** The object that an event carries. Throws for a thin one, which has none. */
export const objectIn = (event: ProcessorEvent): Record<string, unknown> => {
  if (event.object !== 'event') throw new Error(`${event.id} is thin`);
  return event.data.object;
};
