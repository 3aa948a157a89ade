import { type ApiError, invalidRequest } from '../errors.js';
import { currencies } from './currencies.js';

/** Why the last digits of an amount (minor units) cannot be; `null` when they can. `param`: where it stood. */
export const stepProblem = (amount: number, currency: string, param: string): ApiError | null => {
  const step = currencies.get(currency)?.step ?? 1;
  return amount % step === 0
    ? null
    : invalidRequest(`Invalid amount: in ${currency} it must be evenly divisible by ${step}`, {
        code: 'parameter_invalid_integer',
        param,
      });
};
