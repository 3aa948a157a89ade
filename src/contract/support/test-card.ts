import type { CardDetails } from '../../application/ports/payment-processor.js';

/** The details of a test card that is valid for three years; `overrides` change them. */
export const testCard = (number: string, overrides: Partial<CardDetails> = {}): CardDetails => ({
  number,
  exp_month: 12,
  exp_year: new Date().getUTCFullYear() + 3,
  cvc: number.startsWith('3') ? '7371' : '737',
  ...overrides,
});
