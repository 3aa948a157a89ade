import * as E from 'fp-ts/lib/Either.js';
import {
  also,
  aWholeNumber,
  type Check,
  listOf,
  must,
  options as optionsOf,
  refused,
} from '../../application/checked-input.js';
import { nearestName } from '../../domain/input/misspelt-names.js';
import type { FeeRate } from './objects/balance.js';
import {
  type ConfigurableMethod,
  configurableMethods,
} from './objects/payment-method-configuration.js';
import {
  type SwitchableMethod,
  switchableMethod,
  switchableMethods,
} from './objects/switchable-methods.js';

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

const isConfigurable = (name: unknown): name is ConfigurableMethod =>
  configurableMethods.some((one) => one === name);

const nameProblem = (given: unknown): string => {
  const known = switchableMethods.join(', ');
  if (isConfigurable(given)) return `${given} is not simulated. These are: ${known}`;
  const nearest = typeof given === 'string' ? nearestName(switchableMethods)(given) : null;
  return `must be one of ${known}${nearest === null ? '' : `. Did you mean ${nearest}?`}`;
};

const aMethod: Check<SwitchableMethod> = {
  read: (given, name) => {
    const known = typeof given === 'string' ? switchableMethod(given) : undefined;
    return known === undefined ? refused(`${name}: ${nameProblem(given)}`) : E.right(known);
  },
};

/** The rule for the payment methods of an account: at least one. */
export const someMethods: Check<ReadonlyArray<SwitchableMethod>> = also(
  listOf(aMethod),
  (methods, name) => (methods.length === 0 ? [`${name} must name a payment method`] : []),
);
