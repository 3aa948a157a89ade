import { bookBalanceTransaction } from '../balance.js';
import { saveCharge } from '../charges/charge-record.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { RefundObject } from '../objects/refund.js';
import { saveRefund } from './save-refund.js';

const failureOf = (
  call: RequestContext,
  { id, amount, currency }: RefundObject,
): Partial<RefundObject> => ({
  failure_balance_transaction: bookBalanceTransaction(call, {
    type: 'refund_failure',
    source: id,
    amount,
    currency,
  }),
  failure_reason: 'expired_or_canceled_card',
});

/** A pending refund comes to its end. One that fails gives its amount back to what can be refunded. */
export const endRefund = (
  call: RequestContext,
  before: RefundObject,
  status: 'succeeded' | 'failed',
): RefundObject => {
  const failed = status === 'failed';
  const refund = saveRefund(call, before, {
    ...before,
    status,
    ...(failed ? failureOf(call, before) : {}),
  });
  const charge = call.state.charges.get(refund.charge);
  if (failed && charge !== undefined) {
    call.emit('refund.failed', refund);
    saveCharge(call, 'charge.updated', {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  }
  return refund;
};
