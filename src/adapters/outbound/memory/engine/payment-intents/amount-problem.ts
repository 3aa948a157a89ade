import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { formatAmount } from '../format-amount.js';

const maximum = 99_999_999;

// Minor units. Currencies that are not named have no minimum but one unit.
const minimums: { readonly [currency: string]: number } = {
  eur: 50,
  usd: 50,
  cad: 50,
  aud: 50,
  chf: 50,
  gbp: 30,
  jpy: 50,
};

/** Why an amount (minor units) cannot be charged; `null` when it can. */
export const amountProblem = (amount: number, currency: string): ApiError | null => {
  const minimum = minimums[currency] ?? 1;
  if (!Number.isSafeInteger(amount)) {
    return invalidRequest(`Invalid integer: ${amount}`, {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount < minimum) {
    return invalidRequest(`Amount must be at least ${minimum} cents`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > maximum) {
    return invalidRequest(`Amount must be no more than ${formatAmount(maximum, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  return null;
};
