import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const isWhole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const digits = /^[0-9]{1,15}$/;

/** A whole number from zero, also as digits: `12` and `"12"`. */
export const wholeNumber = (description: string): Field<number, number | string> =>
  new Field<number, number | string>({
    name: 'WholeNumber',
    schema: {
      description,
      anyOf: [
        { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'string', pattern: digits.source },
      ],
    },
    is: isWhole,
    refine: (value) => {
      const number = typeof value === 'string' && digits.test(value) ? Number(value) : value;
      return isWhole(number) ? E.right(number) : E.left({ _tag: 'NotA', expected: 'integer' });
    },
    encode: (value) => value,
  });
