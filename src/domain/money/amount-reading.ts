import { JsonNumber } from '../input/json-number.js';
import type { AmountReading, AmountUnit, ReceivedAmount } from '../refusal.js';

// A longer one may be a card number.
const short = /^-?(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,6})?$/;

const writtenOf = (value: unknown): string => {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
};

// Texts like amounts, such as `6,95`, and no words of people.
const likeAmount = /^[-+0-9.,eE€$ ]{0,12}$/;

const receivedOf = (value: unknown): ReceivedAmount => {
  if (typeof value === 'string') {
    return { type: 'text', shown: likeAmount.test(value) ? JSON.stringify(value) : null };
  }
  if (typeof value === 'number' || value instanceof JsonNumber) {
    const written = writtenOf(value);
    return { type: 'number', shown: written.length > 12 ? null : written };
  }
  const isWord = value === null || value === undefined || typeof value === 'boolean';
  return { type: 'other', shown: isWord ? String(value) : null };
};

/** How an amount in the input was understood: in whole or in minor units, and in which currency, when it is known. */
export const readingOf = (
  unit: AmountUnit,
  value: unknown,
  currency: string | null = null,
): AmountReading => {
  const written = writtenOf(value);
  // Minor units are never text.
  const isRead = short.test(written) && (unit === 'whole' || typeof value !== 'string');
  return isRead
    ? { unit, currency, given: written }
    : { unit, currency, given: null, received: receivedOf(value) };
};
