import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { MinorUnits } from '../domain/money/money.js';
import { minorUnitsOf, type WholeUnits } from '../domain/money/whole-units.js';
import type { PaymentError } from '../domain/payment-error.js';

/** The amount of a refund or a capture: neither field means everything. */
type GivenAmount = {
  readonly amount?: WholeUnits | undefined;
  readonly amount_minor?: MinorUnits | undefined;
};

/** The amount in minor units; `undefined`: everything. `currency` is needed only for an amount in whole units. */
export const amountInMinorUnits = (
  { amount, amount_minor }: GivenAmount,
  currency: string,
): E.Either<PaymentError, MinorUnits | undefined> =>
  amount === undefined
    ? E.right(amount_minor)
    : pipe(
        minorUnitsOf(amount, currency),
        E.mapLeft((refusal) => ({ _tag: 'InvalidInput', field: 'amount', refusal })),
      );
