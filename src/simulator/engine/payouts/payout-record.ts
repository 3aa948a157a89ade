import type * as E from 'fp-ts/lib/Either.js';
import { identity } from 'fp-ts/lib/function.js';
import { bookBalanceTransaction } from '../balance/ledger.js';
import type { Money } from '../currencies/money.js';
import type { ApiError } from '../errors.js';
import { midnightAfter } from '../kernel/clock.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveUpdate } from '../kernel/save-update.js';
import type { EventType } from '../objects/event-types.js';
import { deepFreeze } from '../objects/json.js';
import type { PayoutObject } from '../objects/payout.js';
import { findInPath } from '../store/find.js';

/** The payout in the path. */
export const findPayout = (
  { state }: RequestContext,
  id: string,
): E.Either<ApiError, PayoutObject> => findInPath(state.payouts, 'payout', id, 'payout');

/** Stores a changed payout and emits an event. Does nothing if nothing has changed. */
export const savePayout = (
  context: RequestContext,
  type: EventType,
  before: PayoutObject,
  change: Partial<PayoutObject>,
): PayoutObject =>
  saveUpdate(context, context.state.payouts, type, before, { ...before, ...change }, identity);

type NewPayout = Pick<PayoutObject, 'automatic' | 'metadata'> & {
  readonly description?: string | undefined;
  readonly statement_descriptor?: string | undefined;
};

/** Pays an amount of the available balance out. */
export const payOut = (
  context: RequestContext,
  { amount, currency }: Money,
  { automatic, description, metadata, statement_descriptor }: NewPayout,
): PayoutObject => {
  const { state, now } = context;
  const id = context.newId('po');
  const sent = midnightAfter(now, 1);
  const payout: PayoutObject = deepFreeze({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: midnightAfter(now, 2),
    automatic,
    balance_transaction: bookBalanceTransaction(context, {
      type: 'payout',
      source: id,
      amount: -amount,
      currency,
      description: 'STRIPE PAYOUT',
    }),
    created: now,
    currency,
    description: description ?? null,
    // The bank account of the merchant, which has only one.
    destination: `ba_${context.fingerprintOf('bank account')}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: statement_descriptor ?? null,
    status: 'pending',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  });
  state.payouts.put(payout);
  state.agenda.add({ at: sent, step: 'send_payout', id });
  state.agenda.add({ at: payout.arrival_date, step: 'pay_payout', id });
  context.emit('payout.created', payout);
  return payout;
};
