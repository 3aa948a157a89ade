import { type ApiError, invalidRequest } from '../errors.js';
import type { Currency } from './currencies.js';
import { formatAmount } from './format-amount.js';
import { stepProblem } from './step-problem.js';

const refuse = (code: string, message: string): ApiError =>
  invalidRequest(message, { code, param: 'amount' });

const least = ({ code, minimum, minorUnits }: Currency): string =>
  minorUnits === undefined ? `${formatAmount(minimum, code)} ${code}` : `${minimum} ${minorUnits}`;

/** Why an amount (minor units) cannot be charged; `null` when it can. */
export const amountProblem = (amount: number, currency: Currency): ApiError | null => {
  const { code, minimum, maximum } = currency;
  if (!Number.isSafeInteger(amount)) {
    return refuse('parameter_invalid_integer', `Invalid integer: ${amount}`);
  }
  if (amount < minimum) {
    return refuse('amount_too_small', `Amount must be at least ${least(currency)}`);
  }
  if (amount > maximum) {
    return refuse('amount_too_large', `Amount must be no more than ${formatAmount(maximum, code)}`);
  }
  return stepProblem(amount, code, 'amount');
};
