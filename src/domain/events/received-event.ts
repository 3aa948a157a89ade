import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { EventId } from '../ids.js';
import { type DecodeProblem, decodeObject } from '../input/decode-object.js';
import { Field } from '../input/field.js';
import { isWithinJsonBounds } from '../input/json.js';
import { printable } from '../input/primitives.js';
import { isNamedAsOwn } from '../objects/payment-outcome.js';
import { type ProcessorEvent, SnapshotEvent, ThinEvent } from './processor-event.js';

const isRawBody = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

// From `request.arrayBuffer()`, a `Buffer` or a `DataView`.
const bytesOf = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : value;
};

/** A body exactly as it was sent, as bytes or as UTF-8 text: a webhook's signature is valid only for these bytes. */
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
  id: EventId,
  type: printable('What happened, such as `payment_intent.succeeded`'),
});

const ReceivedSnapshotEvent = t.intersection([SnapshotEvent, Named], 'ReceivedEvent');
const ReceivedThinEvent = t.intersection([ThinEvent, Named], 'ReceivedThinEvent');

/** An event whose id and type every store can keep, and everybody can ask for. */
export const ReceivedEvent = t.union([ReceivedSnapshotEvent, ReceivedThinEvent]);

const decodeSnapshot = decodeObject(ReceivedSnapshotEvent);
const decodeThin = decodeObject(ReceivedThinEvent);

const isThin = (value: unknown): boolean =>
  t.UnknownRecord.is(value) && value['object'] === 'v2.core.event';

const decodeEvent = (value: unknown): E.Either<DecodeProblem, ProcessorEvent> =>
  isThin(value) ? decodeThin(value) : decodeSnapshot(value);

/**
 * Why a value is not an event: it is nested too deeply or too large to be read safely, has wrong fields, or a name that only Pasarela
 * gives.
 */
export type ReceivedEventProblem =
  | { readonly _tag: 'BeyondJsonBounds' }
  | { readonly _tag: 'WrongFields'; readonly problem: DecodeProblem }
  | { readonly _tag: 'NamedAsOwn'; readonly id: string; readonly type: string };

/** Decodes an event that comes in: from a webhook, a list of the processor, or the application. */
export const decodeReceivedEvent = (
  value: unknown,
): E.Either<ReceivedEventProblem, ProcessorEvent> =>
  isWithinJsonBounds(value)
    ? pipe(
        decodeEvent(value),
        E.mapLeft((problem): ReceivedEventProblem => ({ _tag: 'WrongFields', problem })),
        E.filterOrElse(
          (event) => !isNamedAsOwn(event),
          ({ id, type }): ReceivedEventProblem => ({ _tag: 'NamedAsOwn', id, type }),
        ),
      )
    : E.left({ _tag: 'BeyondJsonBounds' });
