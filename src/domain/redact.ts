import { isObject } from './json.js';
import { createKept, isKeepable } from './kept.js';

/** Removes everything that looks like a card number, a key or a client secret from a text. */
export const redact = (text: string): string =>
  text
    .replace(/\b(?:\d[ -]?){12,18}\d\b/g, '[number]')
    .replace(/\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_]+/g, '[key]')
    .replace(/_secret_[A-Za-z0-9]+/g, '_secret_[removed]');

const strippedItems = (items: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const stripped = items.map(strip);
  return stripped.every((item, index) => item === items[index]) ? items : stripped;
};

// Every answer passes here, and most of its parts hold no secret: those are shared with the given value, not copied.
const strippedFields = (value: object): object => {
  let result: object = value;
  if (Object.hasOwn(value, 'client_secret')) {
    const { client_secret: _, ...kept }: { readonly client_secret?: unknown } = value;
    result = kept;
  }
  for (const key of Object.keys(result)) {
    const inner: unknown = Reflect.get(result, key);
    if (!isObject(inner)) continue;
    const stripped = strip(inner);
    if (stripped !== inner) result = { ...result, [key]: stripped };
  }
  return result;
};

// A page that is read again has mostly the same objects.
const kept = createKept<object>(10_000, () => 1);

const strip = (value: unknown): unknown => {
  if (Array.isArray(value)) return strippedItems(value);
  if (!isObject(value)) return value;
  return isKeepable(value)
    ? kept(value, (object) => Object.freeze(strippedFields(object)))
    : strippedFields(value);
};

/**
 * The object without any `client_secret`, at every depth: a reader could use it to act for the customer.
 */
export const withoutClientSecret = <A>(value: A): A => strip(value) as A;
