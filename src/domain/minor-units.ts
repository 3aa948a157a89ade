import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const isWhole = (value: unknown): value is number => Number.isInteger(value);

/** An amount in an object of the processor: cents, which may be none, or negative where one owes. */
export const minorUnits = (description: string): Field<number> =>
  new Field<number>({
    name: 'MinorUnits',
    schema: { type: 'integer', description },
    is: isWhole,
    refine: (value) =>
      isWhole(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'integer' }),
    encode: (amount) => amount,
  });
