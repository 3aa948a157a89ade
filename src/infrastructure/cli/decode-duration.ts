import * as E from 'fp-ts/lib/Either.js';
import { type Decoded, wrongValue } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';

const secondsOf: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400 };

/** A length of time: `0`, or minutes, hours or days such as `30m`, `2h` or `1d`. Seconds. */
export const decodeDuration = (
  env: Environment,
  name: string,
  fallback: number,
): Decoded<number> => {
  const value = readVariable(env, name);
  if (value === undefined) return E.right(fallback);
  if (value === '0') return E.right(0);
  const [, count, unit = ''] = /^([0-9]{1,5})([mhd])$/.exec(value) ?? [];
  const seconds = secondsOf[unit];
  return count === undefined || seconds === undefined
    ? wrongValue(name, '0, or a length of time such as 30m, 2h or 1d', value)
    : E.right(Number(count) * seconds);
};
