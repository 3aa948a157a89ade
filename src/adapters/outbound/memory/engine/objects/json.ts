import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../../../../domain/json.js';

/** An object of the processor as plain JSON. */
export type JsonObject = { readonly [field: string]: unknown };

/** Freezes the value and everything inside it, and returns it. A frozen object is taken to be frozen inside too. */
export const deepFreeze = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) {
      if (typeof inner === 'object') deepFreeze(inner);
    }
    Object.freeze(value);
  }
  return value;
};

const changesOf = (was: unknown, is: unknown): unknown => {
  if (!isPlainObject(was) || !isPlainObject(is))
    return isDeepStrictEqual(was, is) ? undefined : (was ?? null);
  const inner = changedFields(was, is);
  return Object.keys(inner).length === 0 ? undefined : inner;
};

/** The fields in which two versions of an object differ, with their old values; nested objects are compared field by field. */
export const changedFields = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys({ ...before, ...after }).flatMap((field) => {
      const changes =
        before[field] === after[field] ? undefined : changesOf(before[field], after[field]);
      return changes === undefined ? [] : [[field, changes]];
    }),
  );
