import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { bookBalanceTransaction } from '../balance.js';
import { behaviourOfCharge, saveChargeUpdate } from '../charges/charge-record.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { type Control, operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { RefundObject } from '../objects/refund.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCharge, findRefund } from '../store/find.js';
import { saveRefund } from './update.js';

const failureOf = (
  context: RequestContext,
  { id, amount, currency }: RefundObject,
): Partial<RefundObject> => ({
  failure_balance_transaction: bookBalanceTransaction(context, {
    type: 'refund_failure',
    source: id,
    amount,
    currency,
  }),
  failure_reason: 'expired_or_canceled_card',
});

// After a refund fails, its amount can be refunded again.
const endRefund = (
  context: RequestContext,
  before: RefundObject,
  status: 'succeeded' | 'failed',
): RefundObject => {
  const failed = status === 'failed';
  const refund = saveRefund(context, before, {
    ...before,
    status,
    ...(failed ? failureOf(context, before) : {}),
  });
  const charge = context.state.charges.get(refund.charge);
  if (failed && charge !== undefined) {
    context.emit('refund.failed', refund);
    saveChargeUpdate(context, charge, {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  }
  return refund;
};

const findPendingRefund = (context: RequestContext, id: string): E.Either<ApiError, RefundObject> =>
  pipe(
    findRefund(context, id),
    E.filterOrElse(
      ({ status }) => status === 'pending',
      ({ status }) =>
        invalidRequest(
          `Refund ${id} has a status of ${status}, but it would have to be in pending.`,
        ),
    ),
  );

/** Makes a pending refund fail, whatever its test card does. */
export const failRefund: Control<{ readonly refund: string }, RefundObject> = {
  name: 'failRefund',
  run: (context) => (params) =>
    pipe(
      findPendingRefund(context, params.refund),
      E.map((refund) => endRefund(context, refund, 'failed')),
    ),
};

/** Ends a pending refund: it succeeds or fails, depending on its test card. */
export const settleRefund: Control<{ readonly refund: string }, RefundObject> = {
  name: 'settleRefund',
  run: (context) => (params) =>
    pipe(
      findPendingRefund(context, params.refund),
      E.bindTo('refund'),
      E.bind('charge', ({ refund }) => findCharge(context, refund.charge)),
      E.map(({ refund, charge }) => {
        const fails = behaviourOfCharge(context, charge)?.refund === 'pending_then_fails';
        return endRefund(context, refund, fails ? 'failed' : 'succeeded');
      }),
    ),
};

const unsupported = invalidRequest('Canceling this refund is unsupported.');

/** Always refuses: only refunds that require an action can be canceled, and refunds to a card never do. */
export const cancelRefund = operation({
  name: 'cancelRefund',
  method: 'POST',
  path: '/v1/refunds/:refund/cancel',
  returns: 'refund',
  params: shape({ refund: textParam }),
  run: (context) => (params) =>
    pipe(
      findRefund(context, params.refund),
      E.flatMap((): E.Either<ApiError, RefundObject> => E.left(unsupported)),
    ),
});
