import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeObject } from './decode-object.js';
import { Field } from './field.js';
import { deepestJson, isWithinJsonBounds } from './json.js';
import { printable } from './primitives.js';
import { type ProcessorEvent, SnapshotEvent, ThinEvent } from './processor-event.js';

const isRawBody = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

// The bytes of whatever holds bytes: `request.arrayBuffer()`, a `Buffer`, a `DataView`.
const bytesOf = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : value;
};

/** A body exactly as it was sent, as bytes or as UTF-8 text: signatures hold over nothing else. */
export const RawBody = new Field<
  string | Uint8Array,
  string | Uint8Array | ArrayBuffer | ArrayBufferView
>({
  name: 'RawBody',
  schema: { type: 'string', description: 'The body exactly as it was sent' },
  is: isRawBody,
  refine: (value) => {
    const body = bytesOf(value);
    return isRawBody(body) ? E.right(body) : E.left({ _tag: 'NotA', expected: 'raw-body' });
  },
  encode: (body) => body,
});

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
