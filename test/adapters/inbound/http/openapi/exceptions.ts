/**
 * Sums of euros that floats cannot tell from a whole cent: with more than two decimals (the codec reads the digits and
 * refuses them; a validator divides, and takes `1.0000000001`), or with cents above ten million euros, far above every
 * processor's maximum (a validator's division is off by more than it forgives).
 */
export const isBeyondFloats = (value: unknown): boolean =>
  typeof value === 'number' &&
  (/\.\d{4,}|e-/.test(String(value)) || (!Number.isInteger(value) && value > 10_000_000));

/** The page limit refuses nothing: it repairs (decision P9). Its schema says what makes sense. */
export const refusesNothing = (fieldName: string): boolean => fieldName === 'PageLimit';

/** An empty parameter of a query (`?limit=`) counts as not given, whatever its schema says. */
export const isNotFilledIn = (value: unknown): boolean => value === '';
