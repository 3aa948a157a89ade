import type { ProcessorEvent } from './processor-event.js';

/** The id of the object that an event is about; `null` where it has none. */
export const objectIdOf = ({ data }: ProcessorEvent): string | null => {
  const { id } = data.object;
  return typeof id === 'string' ? id : null;
};
