import { bookBalanceTransaction } from '../balance.js';
import type { Decline } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { withHeldAmount } from './card-details.js';
import { approvedOutcome, declinedOutcome, receiptUrl, saveCharge } from './charge-record.js';

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
      : withHeldAmount(payment_method_details, charge),
    receipt_url: receiptUrl(id),
    status: 'succeeded',
  });
};

/** A pending charge that its bank refuses after all. */
export const failCharge = (
  call: RequestContext,
  charge: ChargeObject,
  decline: Decline,
): ChargeObject =>
  saveCharge(call, 'charge.failed', {
    ...charge,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: declinedOutcome(decline),
    paid: false,
    status: 'failed',
  });
