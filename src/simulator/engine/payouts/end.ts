import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { bookBalanceTransaction } from '../balance/ledger.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { type Control, operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PayoutObject } from '../objects/payout.js';
import { metadataParam } from '../params/metadata.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findPayout, savePayout } from './payout-record.js';

/** The bank gets a payout. */
export const sendPayout = (context: RequestContext, id: string): void => {
  const payout = context.state.payouts.get(id);
  if (payout?.status === 'pending') {
    savePayout(context, 'payout.updated', payout, { status: 'in_transit' });
  }
};

const pay = (context: RequestContext, payout: PayoutObject): PayoutObject =>
  savePayout(context, 'payout.paid', payout, {
    status: 'paid',
    trace_id: { status: 'supported', value: context.fingerprintOf(payout.id) },
  });

/** A payout arrives. */
export const payPayout = (context: RequestContext, id: string): void => {
  const payout = context.state.payouts.get(id);
  if (payout?.status === 'in_transit') pay(context, payout);
};

// The money goes back to the available balance.
const returnMoney = (
  context: RequestContext,
  { id, amount, currency }: PayoutObject,
  type: 'payout_cancel' | 'payout_failure',
): Partial<PayoutObject> => ({
  failure_balance_transaction: bookBalanceTransaction(context, {
    type,
    source: id,
    amount,
    currency,
  }),
  trace_id: { status: 'unsupported', value: null },
});

const notPending = invalidRequest('Payouts can only be canceled while they are pending.');

/** Cancels a payout that the bank does not have yet. */
export const cancelPayout = operation({
  name: 'cancelPayout',
  method: 'POST',
  path: '/v1/payouts/:payout/cancel',
  returns: 'payout',
  params: shape({ payout: textParam }),
  run: (context) => (params) =>
    pipe(
      findPayout(context, params.payout),
      E.tap(({ status }) => failIf(status === 'pending' ? null : notPending)),
      E.map((payout) =>
        savePayout(context, 'payout.canceled', payout, {
          ...returnMoney(context, payout, 'payout_cancel'),
          status: 'canceled',
        }),
      ),
    ),
});

const notReversible = invalidRequest(
  'This simulator does not reverse payouts: Stripe reverses only those of connected accounts',
);

/** Always refuses: only payouts of connected accounts can be reversed. */
export const reversePayout = operation({
  name: 'reversePayout',
  method: 'POST',
  path: '/v1/payouts/:payout/reverse',
  returns: 'payout',
  params: shape({ payout: textParam }, { metadata: metadataParam }),
  run: (context) => (params) =>
    pipe(
      findPayout(context, params.payout),
      E.flatMap((): E.Either<ApiError, PayoutObject> => E.left(notReversible)),
    ),
});

type PayoutControl = Control<{ readonly payout: string }, PayoutObject>;

const openStatuses: ReadonlyArray<string> = ['pending', 'in_transit'];

const findOf = (
  context: RequestContext,
  id: string,
  statuses: ReadonlyArray<string>,
): E.Either<ApiError, PayoutObject> =>
  pipe(
    findPayout(context, id),
    E.filterOrElse(
      ({ status }) => statuses.includes(status),
      ({ status }) =>
        invalidRequest(
          `Payout ${id} has a status of ${status}, but it would have to be in ${statuses.join(' or ')}.`,
        ),
    ),
  );

/** A payout arrives now. */
export const settlePayout: PayoutControl = {
  name: 'settlePayout',
  run: (context) => (params) =>
    pipe(
      findOf(context, params.payout, openStatuses),
      E.map((payout) => pay(context, payout)),
    ),
};

/** The bank returns a payout, also one that seemed to have arrived. */
export const failPayout: PayoutControl = {
  name: 'failPayout',
  run: (context) => (params) =>
    pipe(
      findOf(context, params.payout, [...openStatuses, 'paid']),
      E.map((payout) =>
        savePayout(context, 'payout.failed', payout, {
          ...returnMoney(context, payout, 'payout_failure'),
          failure_code: 'could_not_process',
          failure_message: 'The bank could not process this payout.',
          status: 'failed',
        }),
      ),
    ),
};
