import { availableWith, bookBalanceTransaction } from '../balance/ledger.js';
import { midnightAfter } from '../kernel/clock.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveUpdate } from '../kernel/save-update.js';
import { captureBefore } from '../objects/charge.js';
import type { DisputeRecord } from '../objects/dispute.js';
import type { EventType } from '../objects/event-types.js';
import { toDispute } from '../store/show-dispute.js';

/** Stores a changed dispute and emits an event. Does nothing if nothing has changed. */
export const saveDispute = (
  context: RequestContext,
  type: EventType,
  before: DisputeRecord,
  after: DisputeRecord,
): DisputeRecord =>
  saveUpdate(context, context.state.disputes, type, before, after, (row) =>
    toDispute(context, row),
  );

// Minor units of the currency; not returned when the dispute is won.
const disputeFee = { amount: 1500, description: 'Dispute fee' };

/**
 * Takes the disputed amount and the fee of a chargeback from the available balance. Money that was captured by hand and is
 * still pending is taken from there. Without a response in time the chargeback is lost.
 */
export const withdrawFunds = (
  context: RequestContext,
  { id, amount, charge, currency, evidence_details }: DisputeRecord,
): void => {
  const found = context.state.charges.get(charge);
  const byHand = found !== undefined && captureBefore(found) !== undefined;
  bookBalanceTransaction(context, {
    type: 'dispute',
    source: id,
    amount: -amount,
    currency,
    description: `Chargeback withdrawal for ${charge}`,
    fee: disputeFee,
    // Recording 05, steps 39 and 29.
    availableOn: byHand ? availableWith(context, found.balance_transaction) : context.now,
  });
  context.state.agenda.add({ at: evidence_details.due_by + 1, step: 'lose_dispute', id });
};

const daysToRespond = 8;

/** Until when the merchant can respond to what a bank has sent: the end of a day, UTC. Unix seconds. */
export const dueBy = (sent: number): number => midnightAfter(sent, daysToRespond + 1) - 1;
