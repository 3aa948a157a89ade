import type { Call } from '../call.js';
import { changedFields } from '../changed-fields.js';
import { saveCharge } from '../charges/save-charge.js';
import { deepFreeze } from '../deep-freeze.js';
import type { RefundObject } from '../objects/refund-object.js';

/** A pending refund comes to its end. One that fails gives its amount back to what can be refunded. */
export const endRefund = (
  call: Call,
  before: RefundObject,
  status: 'succeeded' | 'failed',
): RefundObject => {
  const refund: RefundObject = deepFreeze({
    ...before,
    status,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  });
  const changed = changedFields(before, refund);
  call.state.refunds.put(refund);
  call.emit('refund.updated', refund, changed);
  call.emit('charge.refund.updated', refund, changed);
  const charge = call.state.charges.get(refund.charge);
  if (status === 'failed' && charge !== undefined) {
    call.emit('refund.failed', refund);
    saveCharge(call, 'charge.updated', {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  }
  return refund;
};
