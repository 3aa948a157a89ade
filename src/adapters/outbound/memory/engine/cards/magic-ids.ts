import type { TestCardName } from './test-cards.js';

/** Tokens that always exist and can be used any number of times. */
export const magicTokens: ReadonlyMap<string, TestCardName> = new Map<string, TestCardName>([
  ['tok_visa', 'visa'],
  ['tok_visa_debit', 'visa_debit'],
  ['tok_mastercard', 'mastercard'],
  ['tok_amex', 'amex'],
  ['tok_chargeDeclined', 'generic_decline'],
  ['tok_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['tok_chargeCustomerFail', 'declined_when_charged'],
]);

/** Payment methods that always exist. Each use creates a new payment method. */
export const magicPaymentMethods: ReadonlyMap<string, TestCardName> = new Map<string, TestCardName>(
  [
    ['pm_card_visa', 'visa'],
    ['pm_card_mastercard', 'mastercard'],
    ['pm_card_amex', 'amex'],
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
    ['pm_card_chargeCustomerFail', 'declined_when_charged'],
    ['pm_card_authenticationRequired', 'authentication_always'],
    ['pm_card_authenticationRequiredOnSetup', 'authentication_unless_set_up'],
    ['pm_card_threeDSecure2Required', 'authentication_required'],
    ['pm_card_threeDSecureRequired', 'authentication_required_1'],
    ['pm_card_threeDSecureOptional', 'authentication_optional'],
    ['pm_card_pendingRefund', 'refund_succeeds_later'],
    ['pm_card_refundFail', 'refund_fails_later'],
    ['pm_card_createDispute', 'disputed'],
    // Older names, which many tests use.
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeDeclinedLostCard', 'lost_card'],
    ['pm_card_chargeDeclinedStolenCard', 'stolen_card'],
  ],
);
