import * as E from 'fp-ts/lib/Either.js';
import { type Decoded, wrongValue } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';

const written = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;

// What reads dates takes the 30th of February for the 2nd of March.
const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** A moment: a day (its first second, UTC), or a day and a time with its zone. Unix seconds. */
export const decodeMoment = (env: Environment, name: string): Decoded<number | undefined> => {
  const value = readVariable(env, name);
  if (value === undefined) return E.right(undefined);
  const day = written.exec(value)?.[1];
  const milliseconds = day !== undefined && isDay(day) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds)
    ? wrongValue(name, 'a day such as 2026-01-31, or a time such as 2026-01-31T18:00:00Z', value)
    : E.right(Math.floor(milliseconds / 1000));
};
