import type { CardDetails } from '../../application/ports/payment-processor.js';

/** A test card that is good for some years; `overrides` spoil it. */
export const testCard = (number: string, overrides: Partial<CardDetails> = {}): CardDetails => ({
  number,
  exp_month: 12,
  exp_year: new Date().getUTCFullYear() + 3,
  cvc: number.startsWith('3') ? '7371' : '737',
  ...overrides,
});
