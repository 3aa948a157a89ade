import * as E from 'fp-ts/lib/Either.js';
import { stepProblem } from '../currencies/money.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import type { ChargeObject } from '../objects/charge.js';

/** How much is taken of an authorized charge, minor units: what is asked for, else all. `param`: where it stood. */
export const captureAmount = (
  { amount, currency }: ChargeObject,
  given: number | undefined,
  param: string,
): E.Either<ApiError, number> => {
  if (given === undefined) return E.right(amount);
  if (!Number.isSafeInteger(given) || given < 0) {
    return E.left(invalidRequest('Invalid non-negative integer', { param }));
  }
  if (given === 0) {
    return E.left(
      invalidRequest('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param,
      }),
    );
  }
  if (given > amount) {
    return E.left(
      invalidRequest(
        'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
        { code: 'amount_too_large', param },
      ),
    );
  }
  return E.map(() => given)(failIf(stepProblem(given, currency, param)));
};
