import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { availableWith, bookBalanceTransaction } from '../balance/ledger.js';
import { describeRefund } from '../charges/book-refund.js';
import { behaviourOfCharge, paidByCard, saveChargeUpdate } from '../charges/charge-record.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { type Control, operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { withChanges } from '../objects/json.js';
import type { RefundObject } from '../objects/refund.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCharge, findRefund } from '../store/find.js';
import { saveRefund } from './update.js';

/** A refund whose end is still open, and its charge. */
type OpenRefund = { readonly refund: RefundObject; readonly charge: ChargeObject };

// A refund that moved no money, because it released an authorization, cannot fail.
const willFail = (context: RequestContext, { refund, charge }: OpenRefund): boolean =>
  refund.balance_transaction !== null &&
  behaviourOfCharge(context, charge)?.refund === 'succeeds_then_fails';

const findOpenRefund = (context: RequestContext, id: string): E.Either<ApiError, OpenRefund> =>
  pipe(
    findRefund(context, id),
    E.bindTo('refund'),
    E.bind('charge', ({ refund }) => findCharge(context, refund.charge)),
    E.filterOrElse(
      (open) =>
        open.refund.status === 'pending' ||
        (open.refund.status === 'succeeded' && willFail(context, open)),
      ({ refund: { status } }) =>
        invalidRequest(
          `Refund ${id} has a status of ${status}, but it would have to be in pending.`,
        ),
    ),
  );

const succeed = (context: RequestContext, { refund }: OpenRefund): RefundObject =>
  saveRefund(context, refund, { ...refund, status: 'succeeded' });

// After a refund fails, its amount can be refunded again.
const fail = (context: RequestContext, { refund: before, charge }: OpenRefund): RefundObject => {
  const { id, amount, currency, balance_transaction } = before;
  const refund = saveRefund(context, before, {
    ...before,
    status: 'failed',
    failure_balance_transaction: bookBalanceTransaction(context, {
      type: paidByCard(charge) ? 'refund_failure' : 'payment_failure_refund',
      source: id,
      amount,
      currency,
      description: describeRefund('REFUND FAILURE', charge),
      availableOn: availableWith(context, balance_transaction),
    }),
    failure_reason: 'expired_or_canceled_card',
  });
  context.emit('refund.failed', refund);
  saveChargeUpdate(
    context,
    charge,
    withChanges(charge, {
      amount_refunded: charge.amount_refunded - amount,
      refunded: false,
    }),
  );
  return refund;
};

/** Makes a refund fail whose end is open, whatever its test card does. */
export const failRefund: Control<{ readonly refund: string }, RefundObject> = {
  name: 'failRefund',
  run: (context) => (params) =>
    pipe(
      findOpenRefund(context, params.refund),
      E.map((open) => fail(context, open)),
    ),
};

const end = (context: RequestContext, open: OpenRefund): RefundObject =>
  willFail(context, open) ? fail(context, open) : succeed(context, open);

/** Ends a refund if its end is still open. */
export const endRefund = (context: RequestContext, id: string): void => {
  pipe(
    findOpenRefund(context, id),
    E.map((open) => end(context, open)),
  );
};

/** Ends a refund whose end is open: it succeeds or fails, depending on its test card. */
export const settleRefund: Control<{ readonly refund: string }, RefundObject> = {
  name: 'settleRefund',
  run: (context) => (params) =>
    pipe(
      findOpenRefund(context, params.refund),
      E.map((open) => end(context, open)),
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
