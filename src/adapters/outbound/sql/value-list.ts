import type { SqlValue } from './database.js';

/**
 * Placeholders for a list after `IN`, beginning with number `from`, and their values. The last value is repeated up to a power of
 * two: a driver that keeps prepared statements then keeps few.
 */
export const valueList = (
  values: ReadonlyArray<SqlValue>,
  from: number,
): { readonly placeholders: string; readonly values: ReadonlyArray<SqlValue> } => {
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const padded = Array.from({ length: size }, (_, index) => values[index] ?? values.at(-1) ?? null);
  return {
    placeholders: padded.map((_, index) => `$${from + index}`).join(', '),
    values: padded,
  };
};
