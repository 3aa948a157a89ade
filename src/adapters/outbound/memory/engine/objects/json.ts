import { isDeepStrictEqual } from 'node:util';

/** A processor object, seen as plain JSON. */
export type JsonObject = { readonly [field: string]: unknown };

/** The value itself, frozen all the way down. What is frozen already is taken to be so inside too. */
export const deepFreeze = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
};

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
