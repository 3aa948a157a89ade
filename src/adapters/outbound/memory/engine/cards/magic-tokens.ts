import type { TestCardName } from './test-cards.js';

/** Tokens that always exist and can be used again and again. */
export const magicTokens: ReadonlyMap<string, TestCardName> = new Map<string, TestCardName>([
  ['tok_visa', 'visa'],
  ['tok_visa_debit', 'visa_debit'],
  ['tok_mastercard', 'mastercard'],
  ['tok_amex', 'amex'],
  ['tok_chargeDeclined', 'generic_decline'],
  ['tok_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['tok_chargeCustomerFail', 'declined_when_charged'],
]);
