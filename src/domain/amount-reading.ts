import { JsonNumber } from './json-number.js';
import type { AmountReading, AmountUnit } from './refusal.js';

// A longer one may be a card number.
const short = /^-?[0-9]{1,10}(?:\.[0-9]{1,6})?$/;

const writtenOf = (value: unknown): string => {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
};

/** How an amount in the input was understood: in whole or in minor units, and in which currency, when it is known. */
export const readingOf = (
  unit: AmountUnit,
  value: unknown,
  currency: string | null = null,
): AmountReading => {
  const written = writtenOf(value);
  return { unit, currency, given: short.test(written) ? written : null };
};
