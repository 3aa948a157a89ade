import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ChargeId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { oneOf } from '../../domain/input/primitives.js';
import { AmountMinor } from '../../domain/money/amount.js';
import { AmountOfOther } from '../../domain/money/whole-units.js';
import type { Charge } from '../../domain/objects/charge.js';
import { NewMetadata } from '../../domain/objects/metadata.js';
import { type Refund, refundReasons } from '../../domain/objects/refund.js';
import { amountInMinorUnits } from '../amount-in-minor-units.js';
import { belowRefundCeilings, type CeilingDependencies, needsCharge } from '../ceilings.js';
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

type Dependencies = Pick<PaymentProcessor, 'createRefund' | 'retrieveCharge'> & CeilingDependencies;

type Found = { readonly currency: string; readonly left: number };

// The codec leaves these open for charges in older events.
const foundIn = ({ currency = '', amount, amount_captured, amount_refunded }: Charge): Found => ({
  currency,
  left: (amount_captured ?? amount) - (amount_refunded ?? 0),
});

const unread: Found = { currency: '', left: 0 };

/** The currency of a charge for the text of a refusal; `null` when it cannot be read. */
const currencyFor = (
  { retrieveCharge }: Pick<Dependencies, 'retrieveCharge'>,
  charge: RefundCharge['charge'],
): T.Task<string | null> =>
  pipe(
    retrieveCharge({ charge }),
    TE.match(
      () => null,
      ({ currency = null }) => currency,
    ),
  );

/**
 * Refunds a part of a charge, or everything that is not refunded yet. Never more than was charged, and never more than the ceilings
 * of the caller. The charge is read first for an amount in whole units, and where a ceiling needs to know it.
 */
export const refundCharge =
  (deps: Dependencies): UseCase<RefundCharge, Refund> =>
  ({ charge, amount: whole, amount_minor, ...others }, options) =>
    pipe(
      whole !== undefined || needsCharge(deps.ceilings, amount_minor)
        ? pipe(
            readBeforeChange(deps.retrieveCharge({ charge })),
            TE.bimap(missingAsNotFound('charge', charge), foundIn),
          )
        : TE.right(unread),
      TE.bindTo('found'),
      TE.bind('amount', ({ found }) =>
        TE.fromEither(amountInMinorUnits({ amount: whole, amount_minor }, found.currency)),
      ),
      TE.flatMap(({ found, amount }) =>
        belowRefundCeilings(deps, {
          id: options?.idempotencyKey ?? deps.attempt.id(),
          // Nobody watches over a key of the processor's own.
          mayRepeat: options?.idempotencyKey !== undefined || deps.attempt.inDoubt,
          amount: amount ?? found.left,
          currency: found.currency,
        })(() =>
          pipe(
            deps.createRefund(
              { charge, ...(amount === undefined ? {} : { amount }), ...others },
              options,
            ),
            TE.mapLeft(missingAsNotFound('charge', charge)),
          ),
        ),
      ),
      TE.orElse((error) =>
        error._tag === 'RefundTooLarge' && error.currency === null
          ? TE.leftTask(
              pipe(
                currencyFor(deps, charge),
                T.map((currency) => ({ ...error, currency })),
              ),
            )
          : TE.left(error),
      ),
    );
