import { printable } from './printable.js';
import type { ProcessorEvent } from './processor-event.js';

const ObjectId = printable('Id of the object that an event is about');

/** The id of the object that an event is about; `null` where it has none. */
export const objectIdOf = (event: ProcessorEvent): string | null => {
  const id = event.object === 'event' ? event.data.object['id'] : event.related_object?.id;
  return ObjectId.is(id) ? id : null;
};
