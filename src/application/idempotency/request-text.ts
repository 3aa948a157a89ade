import { stableJson } from '../../domain/stable-json.js';

// Of a card only what its answer shows anyway (decision I6).
const shownOf = (field: string, value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (field === 'cvc') return [];
  return field === 'number' ? [['last4', String(value).slice(-4)]] : [[field, value]];
};

/** An operation with its input as a text: the same for the same request, without card number and security code. */
export const requestText = (operation: string, input: object): string =>
  stableJson([
    operation,
    Object.fromEntries(Object.entries(input).flatMap(([field, value]) => shownOf(field, value))),
  ]);
