import * as E from 'fp-ts/lib/Either.js';
import { type Decoded, wrongValue } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodeMoment } from './decode-moment.js';

const seconds: Readonly<Record<string, number>> = { m: 60, h: 60 * 60, d: 24 * 60 * 60 };

/** A moment, or how long ago it was: `30m`, `24h`, `7d`. Unix seconds. */
export const decodePastMoment = (
  env: Environment,
  name: string,
  now: number,
): Decoded<number | undefined> => {
  const value = readVariable(env, name);
  const [, count, unit = ''] = /^([0-9]{1,5})([mhd])$/.exec(value ?? '') ?? [];
  if (count !== undefined) return E.right(Math.max(0, now - Number(count) * (seconds[unit] ?? 0)));
  const moment = decodeMoment(env, name);
  return value !== undefined && E.isLeft(moment)
    ? wrongValue(
        name,
        'a day such as 2026-01-31, a time such as 2026-01-31T18:00:00Z, or how long ago it was such as 30m, 24h or 7d',
        value,
      )
    : moment;
};
