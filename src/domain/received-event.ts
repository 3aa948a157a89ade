import * as t from 'io-ts';
import { printable } from './printable.js';
import { ProcessorEvent } from './processor-event.js';

/** An event of the processor as it may come in: under an id and of a type that every store takes. */
export const ReceivedEvent = t.intersection(
  [
    ProcessorEvent,
    t.type({
      id: printable('`evt_...`'),
      type: printable('What happened, such as `payment_intent.succeeded`'),
    }),
  ],
  'ReceivedEvent',
);
