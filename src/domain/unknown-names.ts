import { nearestName } from './nearest-name.js';
import type { UnknownFields } from './payment-error.js';
import { redact } from './redact.js';

const mostNames = 20;
const mostLetters = 60;

// A name is the caller's text: it may hold a card number, or be as long as the request.
const shown = (name: string): string => {
  const text = redact(name.slice(0, 4 * mostLetters).replace(/[\p{C}\p{Z}]+/gu, ' '));
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
};

/**
 * The names of an object that are not among the known ones, twenty at most, fit to be shown. What is `undefined` says
 * nothing, so its name counts as absent. `near` are the names that may have been meant.
 */
export const unknownNames =
  (known: ReadonlyArray<string>, near: ReadonlyArray<string> = known) =>
  (values: object): UnknownFields['fields'] =>
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && !known.includes(name))
      .slice(0, mostNames)
      .map(([name]) => ({ name: shown(name), nearest: nearestName(near)(name) }));
