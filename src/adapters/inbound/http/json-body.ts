import * as E from 'fp-ts/lib/Either.js';
import { isObject } from '../../../domain/input/json.js';
import type { RequestError } from './http-error.js';

/** Decodes a body that must be a JSON object. An absent body is an empty object (decision E11). */
export const jsonObject = (
  json: unknown,
): E.Either<RequestError, { readonly [key: string]: unknown }> =>
  json === undefined || (isObject(json) && !Array.isArray(json))
    ? E.right({ ...json })
    : E.left({ _tag: 'InvalidJson' });

/** The top level of a JSON object: its repeated keys, and its numbers as they are written. */
type JsonMembers = {
  readonly repeated: ReadonlyArray<string>;
  /** By key; when a key is repeated, the last number. */
  readonly numbers: ReadonlyMap<string, string>;
};

const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

const keyOf = (quoted: string): string => {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
};

const number = /-?[0-9][0-9+\-.eE]*/y;

/** Reads the top level of a JSON object in one pass. The text must be valid JSON: errors are not found here. */
export const jsonMembers = (text: string): JsonMembers => {
  const keys = new Set<string>();
  const repeated = new Set<string>();
  const numbers = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    let next = at + 1;
    if (character === '"') {
      next = endOfString(text, at);
      if (depth === 1 && key === undefined) {
        key = keyOf(text.slice(at, next));
        if (keys.has(key)) repeated.add(key);
        keys.add(key);
        numbers.delete(key);
      }
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (character === ',' && depth === 1) {
      key = undefined;
    } else if (depth === 1 && key !== undefined) {
      number.lastIndex = at;
      const [source] = number.exec(text) ?? [];
      if (source !== undefined) {
        numbers.set(key, source);
        next = at + source.length;
      }
    }
    at = next;
  }
  return { repeated: [...repeated], numbers };
};
