import { bookBalanceTransaction } from '../balance.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { refundCharge } from '../refunds/refund-charge.js';
import { saveCharge } from './save-charge.js';

/** Takes what an authorized charge holds, or part of it; the rest is released. The amount was checked. */
export const takeCharge = (
  call: RequestContext,
  charge: ChargeObject,
  amount: number,
  change: Partial<ChargeObject>,
): ChargeObject => {
  const { id, currency } = charge;
  const captured = saveCharge(call, 'charge.captured', {
    ...charge,
    ...change,
    amount_captured: amount,
    balance_transaction: bookBalanceTransaction(call, {
      type: 'charge',
      source: id,
      amount,
      currency,
    }),
    captured: true,
  });
  const rest = charge.amount - amount;
  return rest === 0
    ? captured
    : refundCharge(call, captured, { amount: rest, released: true }).charge;
};
