/**
 * Sums of euros that a schema takes and the codec refuses: with more than two decimals, which a schema cannot say of numbers
 * (a validator divides floats), or with more significant digits than JavaScript keeps.
 */
export const isBeyondFloats = (value: unknown): boolean =>
  typeof value === 'number' &&
  (/\.\d{3,}|e-/.test(String(value)) || /\d{16}/.test(String(value).replace('.', '')));

/** The page limit refuses nothing: it repairs (decision P9). Its schema says what makes sense. */
export const refusesNothing = (fieldName: string): boolean => fieldName === 'PageLimit';

/** An empty parameter of a query (`?limit=`) counts as not given, whatever its schema says. */
export const isNotFilledIn = (value: unknown): boolean => value === '';
