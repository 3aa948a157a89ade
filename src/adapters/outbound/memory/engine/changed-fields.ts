import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from './objects/json-object.js';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const changesOf = (was: unknown, is: unknown): unknown => {
  if (!isObject(was) || !isObject(is))
    return isDeepStrictEqual(was, is) ? undefined : (was ?? null);
  const inner = changedFields(was, is);
  return Object.keys(inner).length === 0 ? undefined : inner;
};

/** The fields in which two versions of an object differ, as they were before; of an object in a field, its own. */
export const changedFields = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys({ ...before, ...after }).flatMap((field) => {
      const changes =
        before[field] === after[field] ? undefined : changesOf(before[field], after[field]);
      return changes === undefined ? [] : [[field, changes]];
    }),
  );
