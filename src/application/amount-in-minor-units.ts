import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Cents } from '../domain/money.js';
import type { PaymentError } from '../domain/payment-error.js';
import { minorUnitsOf, type WholeUnits } from '../domain/whole-units.js';

/** The amount of a refund or a capture: neither field means everything. */
export type GivenAmount = {
  readonly amount?: WholeUnits | undefined;
  readonly amount_minor?: Cents | undefined;
};

/**
 * The amount in minor units; `undefined`: everything. `readCurrency` reads the currency of the payment. It is called only for an
 * amount in whole units.
 */
export const amountInMinorUnits = <Err extends PaymentError>(
  { amount, amount_minor }: GivenAmount,
  readCurrency: () => TE.TaskEither<Err, string>,
): TE.TaskEither<PaymentError, Cents | undefined> =>
  amount === undefined
    ? TE.right(amount_minor)
    : pipe(
        readCurrency(),
        TE.flatMapEither((code) =>
          pipe(
            minorUnitsOf(amount, code),
            E.mapLeft(
              (refusal): PaymentError =>
                refusal._tag === 'UnsafeId'
                  ? { _tag: 'NotFound', resource: refusal.resource }
                  : { _tag: 'InvalidInput', field: 'amount', refusal },
            ),
          ),
        ),
      );
