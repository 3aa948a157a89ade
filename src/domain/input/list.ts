import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Field } from './field.js';

/** The codec of a page of a list of the processor. */
export const List = <A, O>(item: t.Type<A, O>): t.Type<List<A>, List<O>> =>
  t.type(
    {
      object: t.literal('list'),
      data: t.readonlyArray(item),
      has_more: t.boolean,
      url: t.string,
    },
    `List<${item.name}>`,
  );

/** A page of a list, newest first. */
export type List<A> = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items. */
  readonly data: ReadonlyArray<A>;
  /** Whether more items follow in this direction. */
  readonly has_more: boolean;
  /** The processor's list path. */
  readonly url: string;
};

const maximum = 100;
const decimal = /^[0-9]+(\.[0-9]+)?$/;

/**
 * How many items a page has, 1 to 100. Above 100 becomes 100, a fraction is rounded down, and everything else becomes the
 * fallback. Never refuses a value.
 */
export const pageLimit = (fallback: number): Field<number, number | string> =>
  new Field<number, number | string>({
    name: 'PageLimit',
    schema: {
      type: 'integer',
      minimum: 1,
      maximum,
      default: fallback,
      description: `Items per page. Above ${maximum} becomes ${maximum}; anything but a positive number becomes ${fallback}`,
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
