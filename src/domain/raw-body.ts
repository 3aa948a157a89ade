import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

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
