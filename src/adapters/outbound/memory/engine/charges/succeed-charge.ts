import { bookBalanceTransaction } from '../balance.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { approvedOutcome } from './charge-outcomes.js';
import { receiptUrl } from './receipt-url.js';
import { saveCharge } from './save-charge.js';
import { withHold } from './with-hold.js';

/** A pending charge that its bank takes after all: captured at once, or only authorized. */
export const succeedCharge = (
  call: RequestContext,
  charge: ChargeObject,
  capture: boolean,
): ChargeObject => {
  const { id, amount, currency, payment_method_details } = charge;
  return saveCharge(call, 'charge.succeeded', {
    ...charge,
    amount_captured: capture ? amount : 0,
    balance_transaction: capture
      ? bookBalanceTransaction(call, { type: 'charge', source: id, amount, currency })
      : null,
    captured: capture,
    outcome: approvedOutcome,
    paid: true,
    payment_method_details: capture
      ? payment_method_details
      : withHold(payment_method_details, charge),
    receipt_url: receiptUrl(id),
    status: 'succeeded',
  });
};
