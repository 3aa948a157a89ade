import { type Check, parsed } from '../../application/checked-input.js';

const secondsOf: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 };

const durationOf = (text: string): number | undefined => {
  const [, count, unit = ''] = /^([0-9]{1,5})([smhd])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  return count === undefined || seconds === undefined ? undefined : Number(count) * seconds;
};

/** Reads a duration in seconds: `0`, or seconds, minutes, hours or days such as `90s`, `30m`, `2h` or `1d`. */
export const aDuration = parsed('must be 0 or a duration such as 30m, 2h or 1d', (text) =>
  text === '0' ? 0 : durationOf(text),
);

const written = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;

// `Date.parse` turns the 30th of February into the 2nd of March.
const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

const momentOf = (text: string): number | undefined => {
  const day = written.exec(text)?.[1];
  const milliseconds = day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
};

/** Reads a moment in Unix seconds: a day (its first second, UTC), or a day and a time with its zone. */
export const aMoment = parsed(
  'must be a day such as 2026-01-31, or a time such as 2026-01-31T18:00:00Z',
  momentOf,
);

/** Reads a moment in Unix seconds: as above, or how long ago it was, such as `30m`, `24h` or `7d`. */
export const aPastMoment = (now: number): Check<number> =>
  parsed(
    'must be a day such as 2026-01-31, a time such as 2026-01-31T18:00:00Z, or how long ago it was, such as 30m, 24h or 7d',
    (text) => {
      const ago = durationOf(text);
      return ago === undefined ? momentOf(text) : Math.max(0, now - ago);
    },
  );

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
