import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../domain/text/redact.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { type Currency, currencies, formatMoney, readCurrency } from './currencies.js';

/** Why the currency does not allow these last digits of an amount (minor units); `null` if it does. `param`: the parameter. */
export const stepProblem = (amount: number, currency: string, param: string): ApiError | null => {
  const step = currencies.get(currency)?.step ?? 1;
  return amount % step === 0
    ? null
    : invalidRequest(`Invalid amount: in ${currency} it must be evenly divisible by ${step}`, {
        code: 'parameter_invalid_integer',
        param,
      });
};

const refuseAmount = (code: string, message: string): ApiError =>
  invalidRequest(message, { code, param: 'amount' });

const describeMinimum = ({ code, minimum, minorUnits }: Currency): string =>
  minorUnits === undefined ? `${formatMoney(minimum, code)} ${code}` : `${minimum} ${minorUnits}`;

const tooSmall = (currency: Currency): ApiError =>
  refuseAmount('amount_too_small', `Amount must be at least ${describeMinimum(currency)}`);

/** Why an amount (minor units) is too small for its currency; `null` if it is not. */
export const minimumProblem = (amount: number, code: string): ApiError | null => {
  const currency = currencies.get(code);
  return currency !== undefined && amount < currency.minimum ? tooSmall(currency) : null;
};

const tooLarge = (maximum: number, code: string): ApiError =>
  refuseAmount('amount_too_large', `Amount must be no more than ${formatMoney(maximum, code)}`);

/** Why an amount (minor units) cannot be paid with a method that has limits of its own; `null` if it can. */
export const rangeProblem = (
  { amount, currency }: Money,
  { least, most }: { readonly least: number; readonly most: number },
): ApiError | null => {
  if (amount > most) return tooLarge(most, currency);
  return amount < least
    ? refuseAmount('amount_too_small', `Amount must be at least ${formatMoney(least, currency)}`)
    : null;
};

/** Why an amount (minor units) cannot be charged; `null` if it can. */
export const amountProblem = (amount: number, currency: Currency): ApiError | null => {
  const { code, minimum, maximum } = currency;
  if (!Number.isSafeInteger(amount)) {
    return refuseAmount('parameter_invalid_integer', `Invalid integer: ${redact(String(amount))}`);
  }
  if (amount < minimum) return tooSmall(currency);
  if (amount > maximum) return tooLarge(maximum, code);
  return stepProblem(amount, code, 'amount');
};

/** An amount in minor units and its currency in lower case. */
export type Money = { readonly amount: number; readonly currency: string };

/** Checks an amount to be charged against the limits of its currency. */
export const readMoney = ({ amount, currency }: Money): E.Either<ApiError, Money> => {
  const known = readCurrency(currency);
  if (E.isLeft(known)) return known;
  const problem = amountProblem(amount, known.right);
  return problem === null ? E.right({ amount, currency: known.right.code }) : E.left(problem);
};
