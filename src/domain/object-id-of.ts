import { printable } from './printable.js';
import type { ProcessorEvent } from './processor-event.js';

const ObjectId = printable('Id of the object that an event is about');

/** The id of the object that an event is about; `null` where it has none. */
export const objectIdOf = ({ data }: ProcessorEvent): string | null => {
  const { id } = data.object;
  return ObjectId.is(id) ? id : null;
};
