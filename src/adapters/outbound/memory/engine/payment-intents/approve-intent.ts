import type { Instrument } from '../cards/stored-card.js';
import { disputeCharge } from '../charges/dispute.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { setUpInstrument } from '../payment-methods/set-up-instrument.js';
import { saveIntent } from './save-intent.js';

/** An intent whose charge went through, already moved to its status. */
export const approveIntent = (
  call: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
  charge: ChargeObject,
): PaymentIntentObject => {
  setUpInstrument(call, instrument, intent);
  const approved = saveIntent(call, 'payment_intent.succeeded', {
    ...intent,
    amount_capturable: 0,
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    processing: null,
  });
  disputeCharge(call, charge);
  return approved;
};
