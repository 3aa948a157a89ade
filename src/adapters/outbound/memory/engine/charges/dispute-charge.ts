import type { Call } from '../call.js';
import { behaviourOf } from '../cards/behaviour-of.js';
import type { Instrument } from '../cards/instrument.js';
import { deepFreeze } from '../deep-freeze.js';
import type { ChargeObject } from '../objects/charge-object.js';
import type { DisputeObject } from '../objects/dispute-object.js';
import { saveCharge } from './save-charge.js';

const daysToAnswer = 7;

const disputeOf = (call: Call, charge: ChargeObject): DisputeObject => ({
  id: call.newId('dp'),
  object: 'dispute',
  amount: charge.amount,
  balance_transactions: [],
  charge: charge.id,
  created: call.now,
  currency: charge.currency,
  evidence: {},
  evidence_details: {
    due_by: call.now + daysToAnswer * 86_400,
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason: 'fraudulent',
  status: 'needs_response',
});

/** Disputes a charge of a card whose owner disputes everything. */
export const disputeCharge = (call: Call, charge: ChargeObject, instrument: Instrument): void => {
  if (!behaviourOf(instrument.face).disputed) return;
  saveCharge(call, 'charge.updated', { ...charge, disputed: true });
  call.emit('charge.dispute.created', deepFreeze(disputeOf(call, charge)));
};
