import { isLuhnValid } from '../../domain/card.js';
import { stableJson } from '../../domain/json.js';

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '');

// People write card numbers into notes, too.
const withoutCardNumbers = (text: string): string =>
  text.replaceAll(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/gu, (found) => {
    const digits = digitsOf(found);
    return isLuhnValid(digits) ? `[card ${digits.slice(-4)}]` : found;
  });

const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutCardNumbers(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [withoutCardNumbers(name), shown(inner)]),
  );
};

// Of a card only what its answer shows anyway (decision I6).
const shownOf = (field: string, value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (field === 'cvc') return [];
  return field === 'number'
    ? [['last4', digitsOf(String(value)).slice(-4)]]
    : [[field, shown(value)]];
};

/**
 * An operation with its input as a text: the same for the same request. Of card numbers, in whatever field, it has the last four
 * digits, and it has no security code.
 */
export const requestText = (operation: string, input: object): string =>
  stableJson([
    operation,
    Object.fromEntries(Object.entries(input).flatMap(([field, value]) => shownOf(field, value))),
  ]);
