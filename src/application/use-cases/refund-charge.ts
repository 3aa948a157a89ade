import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ChargeId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import { NewMetadata } from '../../domain/metadata.js';
import { Cents } from '../../domain/money.js';
import { oneOf } from '../../domain/primitives.js';
import { type Refund, refundReasons } from '../../domain/refund.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const RefundCharge = input(
  {
    /** Id of the charge, `ch_...`. */
    charge: ChargeId,
  },
  {
    /** How much to refund, in minor units (cents). Absent: all that is not refunded yet. */
    amount: Cents,
    /** Why the money is refunded. */
    reason: oneOf(refundReasons, 'Why the money is refunded'),
    /** Your own texts by name. `metadata.pasarela_key` is not yours. */
    metadata: NewMetadata,
  },
);
export type RefundCharge = InputOf<typeof RefundCharge>;

/** Refunds `amount` cents of a charge, or everything that is not refunded yet. Never more than was charged. */
export const refundCharge =
  (deps: Pick<PaymentProcessor, 'createRefund'>): UseCase<RefundCharge, Refund> =>
  (refund, options) =>
    pipe(deps.createRefund(refund, options), TE.mapLeft(missingAsNotFound('charge')));
