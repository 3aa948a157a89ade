import type { Call } from '../call.js';
import { behaviourOf } from '../cards/behaviour-of.js';
import { saveCharge } from '../charges/save-charge.js';
import { deepFreeze } from '../deep-freeze.js';
import type { ChargeObject } from '../objects/charge-object.js';
import type { Metadata } from '../objects/metadata.js';
import type { RefundObject } from '../objects/refund-object.js';

const destination = deepFreeze({
  card: {
    reference_status: 'pending',
    reference_type: 'acquirer_reference_number',
    type: 'refund',
  },
  type: 'card',
});

/** What a refund is to be; its amount was checked. */
export type RefundTerms = {
  readonly amount: number;
  readonly reason: string | null;
  readonly metadata: Metadata;
  /** Whether nothing was taken yet, so that there is nothing to wait for. */
  readonly released: boolean;
};

const statusFor = (call: Call, charge: ChargeObject): RefundObject['status'] => {
  const instrument = call.state.instruments.get(charge.payment_method);
  const behaviour = instrument === undefined ? 'succeeds' : behaviourOf(instrument.face).refund;
  return behaviour === 'succeeds' ? 'succeeded' : 'pending';
};

/** Gives part of a charge back. */
export const refundCharge = (
  call: Call,
  charge: ChargeObject,
  { amount, reason, metadata, released }: RefundTerms,
): RefundObject => {
  const refund: RefundObject = deepFreeze({
    id: call.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: released ? null : call.newId('txn'),
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: destination,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: released ? 'succeeded' : statusFor(call, charge),
    transfer_reversal: null,
  });
  const amount_refunded = charge.amount_refunded + amount;
  call.state.refunds.put(refund);
  call.emit('refund.created', refund);
  saveCharge(call, 'charge.refunded', {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  });
  return refund;
};
