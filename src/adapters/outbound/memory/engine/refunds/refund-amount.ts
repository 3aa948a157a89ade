import * as E from 'fp-ts/lib/Either.js';
import { formatAmount } from '../currencies/currencies.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { ChargeObject } from '../objects/charge.js';

/** How much of a charge a refund gives back, minor units: what is asked for, else all that is left. */
export const refundAmount = (
  { amount, amount_refunded, captured, currency }: ChargeObject,
  given: number | undefined,
): E.Either<ApiError, number> => {
  const rest = amount - amount_refunded;
  if (given === undefined || given === rest) return E.right(rest);
  if (given > rest) {
    return E.left(
      invalidRequest(
        `Refund amount (${formatAmount(given, currency)}) is greater than unrefunded amount on charge (${formatAmount(rest, currency)})`,
        { param: 'amount' },
      ),
    );
  }
  return captured
    ? E.right(given)
    : E.left(
        invalidRequest(
          'You cannot partially refund an uncaptured charge. Instead, capture the charge for an amount less than the original amount.',
          { param: 'amount' },
        ),
      );
};
