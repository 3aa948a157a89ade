import type { JsonObject } from './objects/json-object.js';

/** The fields in which two versions of an object differ, as they were before. */
export const changedFields = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, before[field] ?? null]),
  );
