import { countryCards } from './country-cards.js';
import { knownCard, type TestCard } from './test-card.js';

const refused = (decline: string) => ({ attach: decline, charge: decline });

/**
 * Every supported test card. The countries of cards for 3D Secure are those of their numbers: as in the cards by country,
 * digits five to eight hold the country's numeric code.
 */
export const testCards = {
  ...countryCards,

  visa: knownCard('4242424242424242'),
  // From earlier versions of the page.
  visa_2: knownCard('4012888888881881'),
  visa_debit: knownCard('4000056655665556', { funding: 'debit' }),
  mastercard: knownCard('5555555555554444', { brand: 'mastercard' }),
  mastercard_2_series: knownCard('2223003122003222', { brand: 'mastercard' }),
  mastercard_debit: knownCard('5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  mastercard_prepaid: knownCard('5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  amex: knownCard('378282246310005', { brand: 'amex' }),
  amex_2: knownCard('371449635398431', { brand: 'amex' }),
  discover: knownCard('6011111111111117', { brand: 'discover' }),
  discover_2: knownCard('6011000990139424', { brand: 'discover' }),
  discover_debit: knownCard('6011981111111113', { brand: 'discover', funding: 'debit' }),
  diners: knownCard('3056930009020004', { brand: 'diners' }),
  diners_14_digits: knownCard('36227206271667', { brand: 'diners' }),
  jcb_2: knownCard('3566002020360505', { brand: 'jcb', country: 'JP' }),
  unionpay: knownCard('6200000000000005', { brand: 'unionpay', country: 'CN' }),
  unionpay_debit: knownCard('6200000000000047', {
    brand: 'unionpay',
    funding: 'debit',
    country: 'CN',
  }),
  // Recorded in December 2023 with openfoodfoundation/openfoodnetwork.
  unionpay_19_digits: knownCard('6205500000000000004', { brand: 'unionpay', funding: 'debit' }),
  // (?) The page does not say how these two appear.
  bccard_dinacard: knownCard('6555900000604105', { brand: 'discover' }),
  carnet: knownCard('5062210000000009', { brand: 'unknown', country: 'MX' }),
  visa_cartes_bancaires: knownCard('4000002500001001', {
    country: 'FR',
    coBrand: 'cartes_bancaires',
  }),
  mastercard_cartes_bancaires: knownCard('5555552500001001', {
    brand: 'mastercard',
    country: 'FR',
    coBrand: 'cartes_bancaires',
  }),
  visa_eftpos: knownCard('4000050360000001', {
    funding: 'debit',
    country: 'AU',
    coBrand: 'eftpos_au',
  }),
  mastercard_eftpos: knownCard('5555050360000080', {
    brand: 'mastercard',
    funding: 'debit',
    country: 'AU',
    coBrand: 'eftpos_au',
  }),
  visa_health: knownCard('4000051230000072', { funding: 'debit' }),
  mastercard_health: knownCard('5200828282828897', { brand: 'mastercard', funding: 'debit' }),

  generic_decline: knownCard('4000000000000002', refused('generic_decline')),
  insufficient_funds: knownCard('4000000000009995', refused('insufficient_funds')),
  lost_card: knownCard('4000000000009987', refused('lost_card')),
  stolen_card: knownCard('4000000000009979', refused('stolen_card')),
  expired_card: knownCard('4000000000000069', refused('expired_card')),
  incorrect_cvc: knownCard('4000000000000127', refused('incorrect_cvc')),
  processing_error: knownCard('4000000000000119', refused('processing_error')),
  velocity_exceeded: knownCard('4000000000006975', refused('card_velocity_exceeded')),
  declined_when_charged: knownCard('4000000000000341', { charge: 'generic_decline' }),
  // The page has a token for these three, but no number.
  insufficient_funds_debit: knownCard('4000000000009995', {
    ...refused('insufficient_funds'),
    funding: 'debit',
    onlyByToken: true,
  }),
  lost_card_when_charged: knownCard('4000000000000341', { charge: 'lost_card', onlyByToken: true }),
  stolen_card_when_charged: knownCard('4000000000000341', {
    charge: 'stolen_card',
    onlyByToken: true,
  }),

  fraudulent: knownCard('4100000000000019', { charge: 'fraudulent', risk: 'highest' }),
  highest_risk: knownCard('4000000000004954', { charge: 'fraudulent', risk: 'highest' }),
  // Radar blocks these four, or requests 3D Secure, only with settings that are not the default.
  high_dispute_score: knownCard('4000008400000407'),
  high_fraud_warning_score: knownCard('4000008400000159'),
  dynamic_risk_threshold: knownCard('4000008400001017'),
  adaptive_authentication: knownCard('4000008405600003'),
  elevated_risk: knownCard('4000000000009235', { risk: 'elevated' }),
  cvc_check_fails: knownCard('4000000000000101', { checks: { cvc: 'fail' } }),
  postal_code_check_fails: knownCard('4000000000000036', { checks: { postalCode: 'fail' } }),
  cvc_check_fails_elevated_risk: knownCard('4000058400307872', {
    checks: { cvc: 'fail' },
    risk: 'elevated',
  }),
  postal_code_check_fails_elevated_risk: knownCard('4000058400306072', {
    checks: { postalCode: 'fail' },
    risk: 'elevated',
  }),
  line1_check_fails: knownCard('4000000000000028', { checks: { line1: 'fail' } }),
  address_checks_fail: knownCard('4000000000000010', {
    checks: { line1: 'fail', postalCode: 'fail' },
  }),
  address_checks_unavailable: knownCard('4000000000000044', {
    checks: { line1: 'unavailable', postalCode: 'unavailable' },
  }),
  captcha: knownCard('4000000000001208'),
  captcha_2: knownCard('4000000000003725'),

  authentication_unless_set_up: knownCard('4000002500003155', {
    authentication: 'unless_set_up',
    country: 'FR',
  }),
  // https://docs.stripe.com/india-recurring-payments#testing
  india_mandate: knownCard('4000003560000123', { authentication: 'unless_set_up', country: 'IN' }),
  authentication_always: knownCard('4000002760003184', { authentication: 'always', country: 'DE' }),
  authentication_on_session: knownCard('4000003800000446', {
    authentication: 'on_session',
    country: 'IT',
  }),
  authentication_then_insufficient_funds: knownCard('4000008260003178', {
    authentication: 'always',
    charge: 'insufficient_funds',
    country: 'GB',
  }),
  authentication_required: knownCard('4000000000003220', {
    authentication: 'always',
    unauthenticated: null,
    country: 'IE',
  }),
  authentication_required_us: knownCard('4000008400000027', {
    authentication: 'always',
    unauthenticated: null,
  }),
  // Recorded in January 2025 with liberapay/liberapay.com: its bank gives no reason.
  authentication_required_1: knownCard('4000000000003063', {
    authentication: 'always',
    unauthenticated: 'generic_decline',
  }),
  authentication_then_declined: knownCard('4000008400001629', {
    authentication: 'always',
    unauthenticated: null,
    charge: 'generic_decline',
  }),
  authentication_lookup_fails: knownCard('4000008400001280', {
    authentication: 'always',
    unauthenticated: null,
    lookup: 'generic_decline',
  }),
  authentication_optional: knownCard('4000000000003055', { authentication: 'optional' }),
  authentication_optional_lookup_fails: knownCard('4000000000003097', {
    authentication: 'optional',
    lookup: 'processing_error',
  }),
  authentication_without_challenge: knownCard('4000000032200000'),
  out_of_band: knownCard('4000582600000094', {
    authentication: 'always',
    unauthenticated: null,
    country: 'GB',
  }),
  one_time_passcode: knownCard('4000582600000045', {
    authentication: 'always',
    unauthenticated: null,
    country: 'GB',
  }),
  single_select: knownCard('4000582600000102', {
    authentication: 'always',
    unauthenticated: null,
    country: 'GB',
  }),
  multi_select: knownCard('4000582600000110', {
    authentication: 'always',
    unauthenticated: null,
    country: 'GB',
  }),

  disputed: knownCard('4000000000000259', { dispute: 'fraudulent' }),
  disputed_not_received: knownCard('4000000000002685', { dispute: 'product_not_received' }),
  disputed_as_inquiry: knownCard('4000000000001976', { dispute: 'inquiry' }),
  disputed_with_compelling_evidence: knownCard('4000000404000038', { dispute: 'fraudulent' }),
  disputed_smart: knownCard('4000000001000043', { dispute: 'fraudulent' }),
  // Prevention of disputes is off by default.
  disputed_unless_resolved: knownCard('4000000404004816', { dispute: 'fraudulent' }),
  disputed_unless_blocked: knownCard('4000000404005649', { dispute: 'fraudulent' }),
  disputed_unless_alerted: knownCard('5105000300000018', {
    brand: 'mastercard',
    dispute: 'fraudulent',
  }),
  early_fraud_warning: knownCard('4000000000005423'),
  refund_succeeds_later: knownCard('4000000000007726', { refund: 'pending_then_succeeds' }),
  refund_fails_later: knownCard('4000000000005126', { refund: 'succeeds_then_fails' }),
  available_at_once: knownCard('4000000000000077', { funds: 'available' }),
  available_at_once_international: knownCard('4000003720000278', {
    funds: 'available',
    country: 'IE',
  }),
  domestic_pricing: knownCard('4000000000000093'),
} as const satisfies { readonly [name: string]: TestCard };
export type TestCardName = keyof typeof testCards;

const isName = (name: string): name is TestCardName => name in testCards;

const byNumber: ReadonlyMap<string, TestCardName> = new Map(
  Object.keys(testCards)
    .filter(isName)
    .filter((name) => !testCards[name].onlyByToken)
    .map((name) => [testCards[name].number, name]),
);

/** The test card with this number. Spaces and dashes are ignored. */
export const findTestCard = (number: string): TestCardName | undefined =>
  byNumber.get(number.replaceAll(/[\s-]/g, ''));
