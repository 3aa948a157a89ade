import type { Decline } from '../errors.js';
import type { ChargeOutcome } from '../objects/charge.js';
import { deepFreeze } from '../objects/json.js';

/** What the bank said to a charge that it took. */
export const approvedOutcome: ChargeOutcome = deepFreeze({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: 'Payment complete.',
  type: 'authorized',
});

/** What the bank said to a charge that it refused. */
export const declinedOutcome = (decline: Decline): ChargeOutcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'declined_by_network',
  reason: decline.decline_code ?? decline.code,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: `The bank did not take the payment (${decline.decline_code ?? decline.code}).`,
  type: 'issuer_declined',
});
