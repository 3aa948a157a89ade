import type { CardBehaviour } from '../cards/test-card.js';
import type { Decline } from '../errors.js';
import type { ChargeOutcome } from '../objects/charge.js';
import { deepFreeze } from '../objects/json.js';

type RiskLevel = CardBehaviour['risk'];
type Risk = Pick<ChargeOutcome, 'risk_level' | 'risk_score'>;

// The scores of a higher risk are the lowest that Stripe counts as elevated and highest.
const risks: Record<RiskLevel, Risk> = {
  normal: { risk_level: 'normal', risk_score: 20 },
  elevated: { risk_level: 'elevated', risk_score: 65 },
  highest: { risk_level: 'highest', risk_score: 75 },
};

const noCodes = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
} as const;

const approved = (risk: Risk): ChargeOutcome => ({
  ...noCodes,
  network_status: 'approved_by_network',
  reason: null,
  ...risk,
  seller_message: 'Payment complete.',
  type: 'authorized',
});

// docs.stripe.com/radar/risk-evaluation, and recorded: such a charge is paid, and waits for a review by people.
const inReview: ChargeOutcome = {
  ...noCodes,
  network_status: 'approved_by_network',
  reason: 'elevated_risk_level',
  ...risks.elevated,
  rule: 'manual_review_if_elevated_risk',
  seller_message:
    'Stripe evaluated this payment as having elevated risk, and placed it in your manual review queue.',
  type: 'manual_review',
};

/** The outcome of an approved charge. Charges of the same risk share it, which saves memory. */
export const approvedOutcomes: Record<RiskLevel, ChargeOutcome> = deepFreeze({
  normal: approved(risks.normal),
  elevated: inReview,
  highest: approved(risks.highest),
});

// The rules of every account block charges of the highest risk before a bank sees them.
const blocked: ChargeOutcome = deepFreeze({
  ...noCodes,
  network_status: 'not_sent_to_network',
  reason: 'highest_risk_level',
  ...risks.highest,
  rule: 'block_if_high_risk',
  seller_message: 'Stripe blocked this payment as too risky.',
  type: 'blocked',
});

/** The outcome of a charge that the bank declines, or that is blocked because of its risk. */
export const declinedOutcome = (decline: Decline, risk: RiskLevel): ChargeOutcome => {
  const reason = decline.decline_code ?? decline.code;
  if (risk === 'highest' && reason === 'fraudulent') return blocked;
  return {
    advice_code: decline.advice_code ?? null,
    network_advice_code: decline.network_advice_code ?? null,
    network_decline_code: decline.network_decline_code ?? null,
    network_status: 'declined_by_network',
    reason,
    ...risks[risk],
    seller_message: decline.seller ?? `The bank returned the decline code \`${reason}\`.`,
    type: 'issuer_declined',
  };
};
