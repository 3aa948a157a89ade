import {
  aFunction,
  aWholeNumber,
  must,
  options as optionsOf,
  type Rule,
} from '../../application/checked-options.js';

/** The rule for the seed of ids. */
export const aSeed: Rule = must(
  'must be a non-empty string or a number',
  (seed) => (typeof seed === 'string' && seed !== '') || Number.isFinite(seed),
);

/** The rule for the fees of charges. */
export const aFeeRate: Rule = optionsOf({
  percent: must(
    'must be a percentage from 0 to 100 with at most four decimals',
    (percent) =>
      typeof percent === 'number' &&
      percent >= 0 &&
      percent <= 100 &&
      Number(percent.toFixed(4)) === percent,
  ),
  fixed: aWholeNumber(0),
});

// Milliseconds would be years from here.
const latest = 100_000_000_000;

const isMoment = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value < latest;

const isFunction = (value: unknown): value is () => unknown => typeof value === 'function';

/** The rule for a clock. */
export const aClock: Rule = (clock, name) => {
  if (!isFunction(clock)) return aFunction(clock, name);
  return isMoment(clock()) ? [] : [`${name} must return Unix seconds`];
};
