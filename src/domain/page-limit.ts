import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const maximum = 100;
const decimal = /^[0-9]+(\.[0-9]+)?$/;

/**
 * How many items a page has: 1 to 100 as they are, above 100 is 100, a fraction is floored, and all else is the
 * fallback. Refuses nothing.
 */
export const pageLimit = (fallback: number): Field<number, number | string> =>
  new Field<number, number | string>({
    name: 'PageLimit',
    schema: {
      type: 'integer',
      minimum: 1,
      maximum,
      default: fallback,
      description: `Items in a page. Above ${maximum} is ${maximum}; what is not a positive number is ${fallback}`,
    },
    is: (value): value is number =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maximum,
    refine: (value) => {
      const given =
        typeof value === 'number' || (typeof value === 'string' && decimal.test(value))
          ? Math.floor(Number(value))
          : Number.NaN;
      return E.right(given >= 1 ? Math.min(given, maximum) : fallback);
    },
    encode: (limit) => limit,
  });
