import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { wrongValue } from './wrong-value.js';

/** A variable that holds one of the allowed words. */
export const decodeWord = <const W extends string>(
  env: Environment,
  name: string,
  allowed: ReadonlyArray<W>,
  fallback: NoInfer<W>,
): Decoded<W> => {
  const value = given(env, name);
  if (value === undefined) return E.right(fallback);
  const known = allowed.find((word) => word === value);
  return known === undefined
    ? wrongValue(name, `one of ${allowed.join(', ')}`, value)
    : E.right(known);
};
