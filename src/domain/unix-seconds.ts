import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value);

/** A moment as Unix time in seconds. */
export const UnixSeconds = new Field<number>({
  name: 'UnixSeconds',
  schema: {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Unix timestamp in seconds',
  },
  is: isSeconds,
  refine: (value) =>
    isSeconds(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'unix-seconds' }),
  encode: (seconds) => seconds,
});
