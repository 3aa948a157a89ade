import { isObject } from './json.js';
/** Removes everything that looks like a card number, a key or a client secret from a text. */
export const redact = (text: string): string =>
  text
    .replace(/\b(?:\d[ -]?){12,18}\d\b/g, '[number]')
    .replace(/\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_]+/g, '[key]')
    .replace(/_secret_[A-Za-z0-9]+/g, '_secret_[removed]');

/**
 * The object without any `client_secret`, at every depth: a reader could use it to act for the customer.
 */
export const withoutClientSecret = <A>(value: A): A => strip(value) as A;

const strip = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strip);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'client_secret' ? [] : [[key, strip(inner)]],
    ),
  );
};
