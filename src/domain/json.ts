/** An object with fields, as JSON has them: no array, and no instance of a class. */
export const isPlainObject = (value: unknown): value is { readonly [name: string]: unknown } => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` of whatever realm.
  return parent === null || Object.getPrototypeOf(parent) === null;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};

/** JSON that does not depend on the order in which the fields were written. */
export const stableJson = (value: unknown): string => JSON.stringify(sorted(value));

/** How many objects and arrays may stand one inside the other. Stripe's own objects stay below 20. */
export const deepestJson = 100;

/** How many values a JSON document may hold. */
export const mostJsonValues = 1_000_000;

/** Any object, an array too; not `null`. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

const sizeOf = (value: object): number =>
  Array.isArray(value) ? value.length : Object.keys(value).length;

/**
 * Whether a value from outside can be walked by code that calls itself: nested at most 100 deep, with at most a million
 * values. Walks level by level, without calling itself, and ends for an object that holds itself, too.
 */
export const isWithinJsonBounds = (root: unknown): boolean => {
  let level: ReadonlyArray<object> = isObject(root) ? [root] : [];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepestJson) return false;
    for (const one of level) {
      values += sizeOf(one);
      if (values > mostJsonValues) return false;
    }
    level = level.flatMap((one): ReadonlyArray<unknown> => Object.values(one)).filter(isObject);
  }
  return true;
};
