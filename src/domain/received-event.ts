import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeObject } from './decode-object.js';
import { deepestJson, isWithinJsonBounds } from './json-bounds.js';
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
export type ReceivedEvent = t.TypeOf<typeof ReceivedEvent>;

const decode = decodeObject(ReceivedEvent);

/** What comes in as an event, or what is wrong with it. One that is nested too deep would end the process that reads it. */
export const decodeReceivedEvent = (value: unknown): E.Either<string, ReceivedEvent> =>
  isWithinJsonBounds(value)
    ? decode(value)
    : E.left(`${ReceivedEvent.name} (nested deeper than ${deepestJson}, or too large)`);
