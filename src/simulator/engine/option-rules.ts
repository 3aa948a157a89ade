import {
  aWholeNumber,
  type Check,
  must,
  options as optionsOf,
} from '../../application/checked-input.js';
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
