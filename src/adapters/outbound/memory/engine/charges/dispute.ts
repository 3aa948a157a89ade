import { bookBalanceTransaction } from '../balance/ledger.js';
import type { CardBehaviour } from '../cards/test-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import { toBalanceTransaction } from '../objects/balance.js';
import type { ChargeObject } from '../objects/charge.js';
import { type DisputeObject, noEvidence } from '../objects/dispute.js';
import { deepFreeze } from '../objects/json.js';
import { behaviourOfCharge, saveChargeUpdate, withBooking } from './charge-record.js';

const secondsToAnswer = 7 * 86_400;

const withdraw = (
  context: RequestContext,
  source: string,
  { amount_captured, currency }: ChargeObject,
): DisputeObject['balance_transactions'] => {
  const id = bookBalanceTransaction(context, {
    type: 'dispute',
    source,
    amount: -amount_captured,
    currency,
  });
  const entry = context.state.transactions.get(id);
  return entry === undefined ? [] : [toBalanceTransaction(entry, context.now)];
};

const newDispute = (
  context: RequestContext,
  charge: ChargeObject,
  kind: NonNullable<CardBehaviour['dispute']>,
): DisputeObject => {
  const id = context.newId('dp');
  // An inquiry moves no money, and its charge can be refunded.
  const inquiry = kind === 'inquiry';
  return {
    id,
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: inquiry ? [] : withdraw(context, id, charge),
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: context.now + secondsToAnswer,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: kind === 'inquiry' ? 'fraudulent' : kind,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  };
};

/** Disputes the captured amount of a charge if its test card has this behaviour. */
export const disputeCharge = (context: RequestContext, paid: ChargeObject): void => {
  const kind = behaviourOfCharge(context, paid)?.dispute ?? null;
  if (!paid.captured || kind === null) return;
  const charge = withBooking(context, paid);
  const dispute = deepFreeze(newDispute(context, charge, kind));
  saveChargeUpdate(context, charge, { ...charge, dispute: dispute.id, disputed: true });
  context.state.disputes.put(dispute);
  context.emit('charge.dispute.created', dispute);
};
