import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { AmountMinor } from '../../domain/amount.js';
import type { Charge } from '../../domain/charge.js';
import { ChargeId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import { NewMetadata } from '../../domain/metadata.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { oneOf } from '../../domain/primitives.js';
import { type Refund, refundReasons } from '../../domain/refund.js';
import { AmountOfOther } from '../../domain/whole-units.js';
import { amountInMinorUnits } from '../amount-in-minor-units.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { readBeforeChange } from '../read-before-change.js';
import type { UseCase } from '../use-case.js';

export const RefundCharge = input(
  {
    /** Id of the charge, `ch_...`. */
    charge: ChargeId,
  },
  {
    /** How much to refund, as text in whole units of the charge's currency: `'19.99'`. Absent: all that is not refunded yet. */
    amount: AmountOfOther,
    /** In place of `amount`: how much to refund, in minor units such as cents: 1999 is 19.99 euros, or 1999 yen. */
    amount_minor: AmountMinor,
    /** Why the money is refunded. */
    reason: oneOf(refundReasons, 'Why the money is refunded'),
    /** Your own texts by name. `metadata.pasarela_key` is not yours. */
    metadata: NewMetadata,
  },
  { amount: 'amount_minor' },
);
export type RefundCharge = InputOf<typeof RefundCharge>;

type Dependencies = Pick<PaymentProcessor, 'createRefund' | 'retrieveCharge'>;

// The codec leaves the currency open for charges in older events. Every charge that is read has one.
const currencyOf = ({ currency }: Charge): E.Either<ProcessorError, string> =>
  E.fromNullable<ProcessorError>({
    _tag: 'ProcessorUnavailable',
    outcome: 'not_done',
    cause: new Error('the processor returned a charge without its currency'),
  })(currency);

/**
 * Refunds a part of a charge, or everything that is not refunded yet. Never more than was charged. An amount in whole units needs
 * the charge's currency, which is read first.
 */
export const refundCharge =
  (deps: Dependencies): UseCase<RefundCharge, Refund> =>
  ({ charge, amount: whole, amount_minor, ...others }, options) =>
    pipe(
      amountInMinorUnits({ amount: whole, amount_minor }, () =>
        pipe(
          readBeforeChange(deps.retrieveCharge({ charge })),
          TE.flatMapEither(currencyOf),
          TE.mapLeft(missingAsNotFound('charge')),
        ),
      ),
      TE.flatMap((amount) =>
        pipe(
          deps.createRefund(
            { charge, ...(amount === undefined ? {} : { amount }), ...others },
            options,
          ),
          TE.mapLeft(missingAsNotFound('charge')),
        ),
      ),
    );
