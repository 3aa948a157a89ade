import * as E from 'fp-ts/lib/Either.js';
import { type Decoded, wrongValue } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';

const secondsOf: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400 };

/** A duration in seconds: `0`, or minutes, hours or days such as `30m`, `2h` or `1d`. */
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
    ? wrongValue(name, '0 or a duration such as 30m, 2h or 1d')
    : E.right(Number(count) * seconds);
};

const written = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;

// `Date.parse` turns the 30th of February into the 2nd of March.
const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** A moment in Unix seconds: a day (its first second, UTC), or a day and a time with its zone. */
export const decodeMoment = (env: Environment, name: string): Decoded<number | undefined> => {
  const value = readVariable(env, name);
  if (value === undefined) return E.right(undefined);
  const day = written.exec(value)?.[1];
  const milliseconds = day !== undefined && isDay(day) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds)
    ? wrongValue(name, 'a day such as 2026-01-31, or a time such as 2026-01-31T18:00:00Z')
    : E.right(Math.floor(milliseconds / 1000));
};

/** A moment in Unix seconds: as above, or how long ago it was, such as `30m`, `24h` or `7d`. */
export const decodePastMoment = (
  env: Environment,
  name: string,
  now: number,
): Decoded<number | undefined> => {
  const value = readVariable(env, name);
  const [, count, unit = ''] = /^([0-9]{1,5})([mhd])$/.exec(value ?? '') ?? [];
  if (count !== undefined)
    return E.right(Math.max(0, now - Number(count) * (secondsOf[unit] ?? 0)));
  const moment = decodeMoment(env, name);
  return value !== undefined && E.isLeft(moment)
    ? wrongValue(
        name,
        'a day such as 2026-01-31, a time such as 2026-01-31T18:00:00Z, or how long ago it was, such as 30m, 24h or 7d',
      )
    : moment;
};

/** Unix seconds in the format of the options that are moments. */
export const showMoment = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const units = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
] as const;

/** A time in seconds in its largest unit, rounded down: `42s`, `5m`, `3h`, `12d`. */
export const showAge = (seconds: number): string => {
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 's'];
  return `${Math.floor(seconds / size)}${unit}`;
};
