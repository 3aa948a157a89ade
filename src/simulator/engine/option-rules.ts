import {
  aWholeNumber,
  type Check,
  must,
  options as optionsOf,
  withoutProblems,
} from '../../application/checked-input.js';
import type { Clock } from '../../application/ports/clock.js';
import type { FeeRate } from './objects/balance.js';

/** The rule for the seed of ids. */
export const aSeed = must(
  'must be a non-empty string or a number',
  (seed): seed is string | number =>
    (typeof seed === 'string' && seed !== '') || Number.isFinite(seed),
);

/** The rule for the fees of charges. */
export const aFeeRate: Check<FeeRate> = optionsOf({
  percent: must(
    'must be a percentage from 0 to 100 with at most four decimals',
    (percent): percent is number =>
      typeof percent === 'number' &&
      percent >= 0 &&
      percent <= 100 &&
      Number(percent.toFixed(4)) === percent,
  ),
  fixed: aWholeNumber(0),
});

// Milliseconds would be years from here.
const latest = 100_000_000_000;

/** The rule for a clock. */
export const aClock = withoutProblems<Clock>((clock, name) => {
  if (typeof clock !== 'function') return [`${name} must be a function`];
  const now: unknown = Reflect.apply(clock, undefined, []);
  return typeof now === 'number' && now >= 0 && now < latest
    ? []
    : [`${name} must return Unix seconds`];
});
