import * as E from 'fp-ts/lib/Either.js';
import qs from 'qs';
import { type ApiError, invalidRequest } from '../engine/errors.js';
import type { WireHash, WireValue } from '../engine/params/param.js';

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const decodeValue = (text: string): string => (/[%+]/.test(text) ? decode(text) : text);

const brackets: qs.IParseOptions = {
  // Each parameter decides whether it is a list or a hash with numeric names, as metadata may have.
  arrayLimit: 0,
  decoder: decode,
  depth: 8,
  strictDepth: true,
  duplicates: 'last',
  parameterLimit: Number.POSITIVE_INFINITY,
  plainObjects: true,
};

const isWireValue = (value: unknown): value is WireValue =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isWireValue));

const isWireHash = (value: unknown): value is WireHash =>
  typeof value === 'object' && !Array.isArray(value) && isWireValue(value);

type Hash = { [name: string]: string | Hash };

/** Puts a value under its names. Returns false if another parameter has put a value of another kind there. */
const put = (form: Hash, names: ReadonlyArray<string>, value: string): boolean => {
  let hash = form;
  for (let at = 0; at < names.length - 1; at += 1) {
    const name = names[at] ?? '';
    let inner = Object.hasOwn(hash, name) ? hash[name] : undefined;
    if (typeof inner === 'string') return false;
    if (inner === undefined) {
      inner = {};
      hash[name] = inner;
    }
    hash = inner;
  }
  const last = names.at(-1) ?? '';
  if (typeof hash[last] === 'object') return false;
  hash[last] = value;
  return true;
};

// The names that programs send: `card[number]`, `expand[0]`, `expand[]`. Escaped names and `__proto__` are for qs.
const regularKey = /^(?!.*__proto__)[a-z_]\w*(?:\[\w+\]){0,7}(?:\[\])?$/i;

const namesIn = (key: string): ReadonlyArray<string> =>
  key.endsWith(']') ? key.slice(0, -1).split(/\]?\[/) : [key];

/** The name of a parameter. */
type Key = {
  /** With its brackets, not escaped. */
  readonly text: string;
  readonly names: ReadonlyArray<string>;
  /** The name before empty brackets. */
  readonly list: string | null;
};

const readKey = (sent: string): Key | null => {
  const text = sent.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']');
  if (!regularKey.test(text)) return null;
  const list = text.endsWith('[]') ? text.slice(0, -2) : null;
  return { text, names: namesIn(list ?? text), list };
};

// Programs send the same few names again and again. A name can hold on to the whole form that it was cut from.
const mostKnown = 1000;
const longestForKnown = 10_000;
const known = new Map<string, Key | null>();

const keyOf = (sent: string, form: string): Key | null => {
  const before = known.get(sent);
  if (before !== undefined) return before;
  const key = readKey(sent);
  if (known.size === mostKnown) known.clear();
  if (form.length <= longestForKnown) known.set(sent, key);
  return key;
};

// A name ends at the first `]=`, also when that is after another `=`.
const hasLaterEnd = (value: string): boolean => value.includes('=') && /(?:\]|%5D)=/i.test(value);

/** The names that have names in brackets after them: `a` and `a[b]` of `a[b][c]`. */
const namesBefore = ({ text, list }: Key): ReadonlyArray<string> => {
  const whole = list ?? text;
  return [...whole.matchAll(/\[/g)].map(({ index }) => whole.slice(0, index));
};

/** Parses a form of regular names, as nearly all are, several times faster than qs. Returns `null` for any other form. */
const parseRegular = (parts: ReadonlyArray<string>, text: string): WireHash | null => {
  const form: Hash = {};
  const keys: Array<Key> = [];
  // How many values each list with empty brackets has.
  const lists = new Map<string, number>();
  for (const part of parts) {
    // Such as that after the last `&`.
    if (part === '') continue;
    const end = part.indexOf('=');
    const key = keyOf(part.slice(0, Math.max(end, 0)), text);
    const value = part.slice(end + 1);
    if (key === null || hasLaterEnd(value)) return null;
    keys.push(key);
    let { names } = key;
    if (key.list !== null) {
      const at = lists.get(key.list) ?? 0;
      lists.set(key.list, at + 1);
      names = [...names, String(at)];
    }
    if (!put(form, names, decodeValue(value))) return null;
  }
  // A list that is also written with names in its brackets.
  const isMixed = (key: Key): boolean =>
    key.names.length > 1 && namesBefore(key).some((name) => lists.has(name));
  return lists.size > 0 && keys.some(isMixed) ? null : form;
};

// Stripe's largest forms, checkout sessions of 100 items, have about two thousand.
const mostParameters = 10_000;

// qs takes quadratic time for a list.
const mostOfOthers = 1000;

const tooMany = (most: number): E.Either<ApiError, never> =>
  E.left(invalidRequest(`Invalid request: a request can have at most ${most} parameters.`));

const broken = E.left(
  invalidRequest(
    'Invalid request: the parameters are nested too deep, or contain an invalid percent-encoding.',
  ),
);

/** Parses a form with brackets, such as `card[number]=4242`. Lists become hashes with numeric names. */
export const parseForm = (text: string): E.Either<ApiError, WireHash> => {
  if (text === '') return E.right({});
  const parts = text.split('&', mostParameters + 1);
  if (parts.length > mostParameters) return tooMany(mostParameters);
  try {
    const regular = parseRegular(parts, text);
    if (regular !== null) return E.right(regular);
    if (parts.length > mostOfOthers) return tooMany(mostOfOthers);
    const form: unknown = qs.parse(text, brackets);
    return isWireHash(form) ? E.right(form) : broken;
  } catch {
    return broken;
  }
};
