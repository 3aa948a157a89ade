import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../../domain/input/json.js';

/** An object of the processor as plain JSON. */
export type JsonObject = { readonly [field: string]: unknown };

/** Freezes the value and everything inside it, and returns it. A frozen object is taken to be frozen inside too. */
export const deepFreeze = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    // Without a list of the values: this runs for every object that leaves the engine.
    // The fields of an array would be texts.
    if (Array.isArray(value)) {
      for (const item of value) deepFreeze(item);
    } else {
      for (const field in value) {
        const inner: unknown = value[field];
        if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
      }
    }
    Object.freeze(value);
  }
  return value;
};

const nothing = Object.freeze({});

/** A copy with some fields changed or added. */
export const withChanges = <A extends object, B extends object>(object: A, changes: B): A & B =>
  // Without `nothing` V8 gives many copies a hidden class of their own when they are frozen: a kilobyte each.
  ({ ...nothing, ...object, ...changes });

const changesOf = (was: unknown, is: unknown): unknown => {
  if (!isPlainObject(was) || !isPlainObject(is))
    return isDeepStrictEqual(was, is) ? undefined : (was ?? null);
  const inner = changedFields(was, is);
  return Object.keys(inner).length === 0 ? undefined : inner;
};

/** The fields in which two versions of an object differ, with their old values; nested objects are compared field by field. */
export const changedFields = (before: JsonObject, after: JsonObject): JsonObject => {
  const changed: Array<readonly [field: string, changes: unknown]> = [];
  // A list of the fields would take twice as long.
  const both = withChanges(before, after);
  for (const field in both) {
    const was = before[field];
    const is = after[field];
    const changes = was === is ? undefined : changesOf(was, is);
    if (changes !== undefined) changed.push([field, changes]);
  }
  return Object.fromEntries(changed);
};
