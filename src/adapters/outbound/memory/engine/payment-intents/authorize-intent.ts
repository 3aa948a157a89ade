import type { Instrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { setUpInstrument } from '../payment-methods/set-up-instrument.js';
import { saveIntent } from './save-intent.js';

/** An intent whose charge is authorized and waits for its capture, already moved to its status. */
export const authorizeIntent = (
  call: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
  charge: ChargeObject,
): PaymentIntentObject => {
  setUpInstrument(call, instrument, intent);
  return saveIntent(call, 'payment_intent.amount_capturable_updated', {
    ...intent,
    amount_capturable: charge.amount,
    latest_charge: charge.id,
    processing: null,
  });
};
