import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeObject } from './decode-object.js';
import { deepestJson, isWithinJsonBounds } from './json-bounds.js';
import { printable } from './printable.js';
import type { ProcessorEvent } from './processor-event.js';
import { SnapshotEvent } from './snapshot-event.js';
import { ThinEvent } from './thin-event.js';

const Named = t.type({
  id: printable('`evt_...`'),
  type: printable('What happened, such as `payment_intent.succeeded`'),
});

const ReceivedSnapshotEvent = t.intersection([SnapshotEvent, Named], 'ReceivedEvent');
const ReceivedThinEvent = t.intersection([ThinEvent, Named], 'ReceivedThinEvent');

/** An event of the processor as it may come in: under an id and of a type that every store takes. */
export const ReceivedEvent = t.union([ReceivedSnapshotEvent, ReceivedThinEvent]);

const decodeSnapshot = decodeObject(ReceivedSnapshotEvent);
const decodeThin = decodeObject(ReceivedThinEvent);

const isThin = (value: unknown): boolean =>
  t.UnknownRecord.is(value) && value['object'] === 'v2.core.event';

/** What comes in as an event, or what is wrong with it. One that is nested too deep would end the process that reads it. */
export const decodeReceivedEvent = (value: unknown): E.Either<string, ProcessorEvent> => {
  if (!isWithinJsonBounds(value)) {
    return E.left(`ReceivedEvent (nested deeper than ${deepestJson}, or too large)`);
  }
  return isThin(value) ? decodeThin(value) : decodeSnapshot(value);
};
