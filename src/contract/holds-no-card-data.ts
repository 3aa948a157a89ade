import { strict as assert } from 'node:assert';

type Secrets = { readonly number: string; readonly cvc: string };

type Entry = { readonly path: string; readonly key: string; readonly value: unknown };

// Deep enough for an SDK's error with its cause, its request and its headers.
const deepest = 10;

const entriesOf = (value: object): ReadonlyArray<readonly [string, unknown]> => {
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return [['bytes', bytes.toString('latin1')]];
  }
  if (value instanceof Map) return [...value].map(([key, inner]) => [String(key), inner]);
  if (value instanceof Set) return [...value].map((inner, index) => [String(index), inner]);
  // An error's message, stack and cause are not enumerable.
  return Object.getOwnPropertyNames(value).flatMap((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    return property !== undefined && 'value' in property ? [[key, property.value]] : [];
  });
};

function* walk(entry: Entry, seen: Set<object>, depth: number): Generator<Entry> {
  yield entry;
  const { value, path } = entry;
  if (typeof value !== 'object' || value === null || seen.has(value) || depth > deepest) return;
  seen.add(value);
  for (const [key, inner] of entriesOf(value)) {
    yield* walk({ path: `${path}.${key}`, key, value: inner }, seen, depth + 1);
  }
}

// A security code is so short that it only counts alone, next to its name, or in a message.
const holdsCvc = (key: string, text: string, cvc: string): boolean =>
  (text === cvc && key.toLowerCase() !== 'content-length') ||
  new RegExp(`cvc(?:\\W|%5D){0,6}${cvc}\\b`, 'i').test(text) ||
  (key === 'message' && new RegExp(`\\b${cvc}\\b`).test(text));

/** Asserts that a value holds neither the number nor the security code of these cards, at any depth. */
export const holdsNoCardData = (
  what: string,
  value: unknown,
  cards: ReadonlyArray<Secrets>,
): void => {
  if (cards.length === 0) return;
  for (const { path, key, value: inner } of walk({ path: what, key: '', value }, new Set(), 0)) {
    if (typeof inner !== 'string' && typeof inner !== 'number') continue;
    const text = String(inner);
    const digits = text.replaceAll(/[\s-]/g, '');
    for (const { number, cvc } of cards) {
      assert.ok(!digits.includes(number), `${path} must not hold the card number`);
      assert.ok(!holdsCvc(key, text, cvc), `${path} must not hold the security code`);
    }
  }
};
