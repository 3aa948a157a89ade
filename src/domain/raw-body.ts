import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const isRawBody = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** A body exactly as it was sent, as bytes or as UTF-8 text: signatures hold over nothing else. */
export const RawBody = new Field<string | Uint8Array>({
  name: 'RawBody',
  schema: { type: 'string', description: 'The body exactly as it was sent' },
  is: isRawBody,
  refine: (value) =>
    isRawBody(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'raw-body' }),
  encode: (body) => body,
});
