import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const printable = /^[ -~]{1,255}$/;

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && printable.test(value);

/** A caller's own name of a request, under which it is done once (decision I1). */
export const IdempotencyKey = new Field<string>({
  name: 'IdempotencyKey',
  schema: {
    type: 'string',
    pattern: printable.source,
    description:
      'Your own name of this request, kept for 24 hours: repeated with the same key, it is done once and answered alike',
    examples: ['order-42'],
  },
  is: isKey,
  refine: (value) => (isKey(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'text' })),
  encode: (key) => key,
});
