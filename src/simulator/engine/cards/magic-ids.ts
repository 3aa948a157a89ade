import { countryCards } from './country-cards.js';
import type { TestCardName } from './test-cards.js';

/** The cards that are both a token (`tok_...`) and a payment method (`pm_card_...`). */
const both: ReadonlyArray<readonly [string, TestCardName]> = [
  ['visa', 'visa'],
  ['visa_debit', 'visa_debit'],
  ['mastercard', 'mastercard'],
  ['mastercard_debit', 'mastercard_debit'],
  ['mastercard_prepaid', 'mastercard_prepaid'],
  ['amex', 'amex_2'],
  ['amex_threeDSecureNotSupported', 'amex'],
  ['discover', 'discover_2'],
  ['diners', 'diners'],
  ['unionpay', 'unionpay'],
  ['visa_cartesBancaires', 'visa_cartes_bancaires'],
  ['mastercard_cartesBancaires', 'mastercard_cartes_bancaires'],
  ['visa_debit_eftposAuCoBranded', 'visa_eftpos'],
  ['mastercard_debit_eftposAuCoBranded', 'mastercard_eftpos'],
  ['us', 'visa'],
  ['visa_chargeDeclined', 'generic_decline'],
  ['visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['visa_chargeDeclinedLostCard', 'lost_card'],
  ['visa_chargeDeclinedStolenCard', 'stolen_card'],
  ['visa_chargeDeclinedVelocityLimitExceeded', 'velocity_exceeded'],
  ['chargeDeclinedExpiredCard', 'expired_card'],
  ['chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ['chargeDeclinedProcessingError', 'processing_error'],
  ['chargeDeclinedFraudulent', 'fraudulent'],
  ['chargeCustomerFail', 'declined_when_charged'],
  ['radarBlock', 'fraudulent'],
  ['riskLevelHighest', 'highest_risk'],
  ['riskLevelElevated', 'elevated_risk'],
  ['highFraudDisputeScore', 'high_dispute_score'],
  ['highEfwScore', 'high_fraud_warning_score'],
  ['radarDynamicRiskThreshold', 'dynamic_risk_threshold'],
  ['adaptive3dsChallenge', 'adaptive_authentication'],
  ['cvcCheckFail', 'cvc_check_fails'],
  ['cvcCheckFailElevatedRisk', 'cvc_check_fails_elevated_risk'],
  ['avsZipFail', 'postal_code_check_fails'],
  ['avsZipFailElevatedRisk', 'postal_code_check_fails_elevated_risk'],
  ['avsLine1Fail', 'line1_check_fails'],
  ['avsFail', 'address_checks_fail'],
  ['avsUnchecked', 'address_checks_unavailable'],
  ['threeDSecure2Required', 'authentication_required'],
  ['threeDSecureRequired', 'authentication_required_1'],
  ['threeDSecureRequiredChargeDeclined', 'authentication_then_declined'],
  ['threeDSecureRequiredProcessingError', 'authentication_lookup_fails'],
  ['threeDSecureOptional', 'authentication_optional'],
  ['threeDSecureOptionalProcessingError', 'authentication_optional_lookup_fails'],
  ['createDispute', 'disputed'],
  ['createDisputeProductNotReceived', 'disputed_not_received'],
  ['createDisputeInquiry', 'disputed_as_inquiry'],
  ['createIssuerFraudRecord', 'early_fraud_warning'],
  ['createCe3EligibleDispute', 'disputed_with_compelling_evidence'],
  ['createAutoRepresentmentEligibleDispute', 'disputed_smart'],
  ['createRapidDisputeResolutionDispute', 'disputed_unless_resolved'],
  ['createCe3BlockDispute', 'disputed_unless_blocked'],
  ['createEthocaAlert', 'disputed_unless_alerted'],
  ['pendingRefund', 'refund_succeeds_later'],
  ['refundFail', 'refund_fails_later'],
  ['bypassPending', 'available_at_once'],
  ['bypassPendingInternational', 'available_at_once_international'],
  // Older names, which many tests use.
  ['chargeDeclined', 'generic_decline'],
  ['chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['domesticPricing', 'domestic_pricing'],
];

const onlyTokens: ReadonlyArray<readonly [string, TestCardName]> = [
  ['tok_visa_chargeDeclinedExpiredCard', 'expired_card'],
  ['tok_visa_chargeDeclinedFraudulent', 'fraudulent'],
  ['tok_visa_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ['tok_visa_chargeDeclinedProcessingError', 'processing_error'],
  ['tok_visa_chargeCustomerFail', 'declined_when_charged'],
  ['tok_visa_chargeCustomerFailLostCard', 'lost_card_when_charged'],
  ['tok_visa_chargeCustomerFailStolenCard', 'stolen_card_when_charged'],
  ['tok_visa_debit_chargeDeclinedInsufficientFunds', 'insufficient_funds_debit'],
  ['tok_visa_createDispute', 'disputed'],
  ['tok_visa_createDisputeInquiry', 'disputed_as_inquiry'],
];

const onlyPaymentMethods: ReadonlyArray<readonly [string, TestCardName]> = [
  ['pm_card_authenticationRequired', 'authentication_always'],
  ['pm_card_indiaRecurringMandateSetupAndRenewalsSuccess', 'india_mandate'],
  ['pm_card_authenticationRequiredOnSetup', 'authentication_unless_set_up'],
  ['pm_card_authenticationRequiredSetupForOffSession', 'authentication_on_session'],
  [
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'authentication_then_insufficient_funds',
  ],
  ['pm_card_debit_visaFsaProductCode', 'visa_health'],
  ['pm_card_debit_visaHsaProductCode', 'visa_health'],
  ['pm_card_mastercard_debit_mastercardFsaProductCode', 'mastercard_health'],
  // Older names, which many tests use.
  ['pm_card_chargeDeclinedLostCard', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'stolen_card'],
];

const isCountryCard = (name: string): name is keyof typeof countryCards => name in countryCards;

// Saudi Arabia's card has neither.
const ofCountries = Object.keys(countryCards)
  .filter(isCountryCard)
  .filter((name) => name !== 'SA')
  .map((name): readonly [string, TestCardName] => [name.toLowerCase(), name]);

const named = (
  prefix: string,
  only: ReadonlyArray<readonly [string, TestCardName]>,
): ReadonlyMap<string, TestCardName> =>
  new Map<string, TestCardName>([
    ...[...both, ...ofCountries].map(([name, card]): readonly [string, TestCardName] => [
      `${prefix}${name}`,
      card,
    ]),
    ...only,
  ]);

/** Tokens that always exist and can be used any number of times. */
export const magicTokens: ReadonlyMap<string, TestCardName> = named('tok_', onlyTokens);

/** Payment methods that always exist. Each use creates a new payment method. */
export const magicPaymentMethods: ReadonlyMap<string, TestCardName> = named(
  'pm_card_',
  onlyPaymentMethods,
);
