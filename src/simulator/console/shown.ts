import { deepestJson, isObject } from '../../domain/input/json.js';
import { redact } from '../../domain/text/redact.js';

// Also by names that are wrong here: their senders meant the same.
const secretFields =
  /(?:secret|password|passwd|pwd|passphrase|api_?key)$|^(?:card_?)?(?:(?:cvc|cvv|csc|cvn)2?(?:_?code)?|(?:security|verification)_?(?:code|value))$/i;

const removed = '[removed]';

const shownField = (name: string, value: unknown, depth: number): unknown => {
  if (secretFields.test(name) && (typeof value === 'string' || typeof value === 'number')) {
    return removed;
  }
  return shownAt(depth, value);
};

// Requests are logged as they were sent. A few thousand levels fit into a body, and recursive code cannot walk them.
const tooDeep = '[nested too deeply]';

const shownAt = (depth: number, value: unknown): unknown => {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') {
    const text = String(value);
    const shown = redact(text);
    return shown === text ? value : shown;
  }
  if (!isObject(value)) return value;
  if (depth >= deepestJson) return tooDeep;
  if (Array.isArray(value)) return value.map((inner) => shownAt(depth + 1, inner));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      redact(name),
      shownField(name, inner, depth + 1),
    ]),
  );
};

/** A value of JSON as the console shows it: without secrets, without card numbers in any text, and cut where it is very deep. */
export const shownValue = (value: unknown): unknown => shownAt(0, value);

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

const lastName = /\[?([^[\]]*)\]?$/;

/** The body of a message as the console shows it: JSON as a value, a form by the names of its fields, other texts as they are. */
export const shownBody = (text: string): unknown => {
  if (text === '') return null;
  const value = parsed(text);
  if (value !== undefined) return shownValue(value);
  if (!/^[^\s=&]+=/.test(text)) return redact(text);
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, field]) => [
      redact(name),
      shownField(lastName.exec(name)?.[1] ?? name, field, 0),
    ]),
  );
};
