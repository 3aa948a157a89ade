import * as E from 'fp-ts/lib/Either.js';
import type { Bounds } from '../bounds.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { wrongValue } from './wrong-value.js';

/** A variable that holds a whole number in decimal digits; both ends of the range belong to it. */
export const decodeWholeNumber = (
  env: Environment,
  name: string,
  { from, to, fallback }: Bounds,
): Decoded<number> => {
  const value = given(env, name);
  if (value === undefined) return E.right(fallback);
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= from && number <= to
    ? E.right(number)
    : wrongValue(name, `a number from ${from} to ${to}`, value);
};
