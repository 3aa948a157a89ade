/** How many objects and arrays may stand one inside the other. Stripe's own objects stay below 20. */
export const deepestJson = 100;

const mostValues = 1_000_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

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
      if (values > mostValues) return false;
    }
    level = level.flatMap((one): ReadonlyArray<unknown> => Object.values(one)).filter(isObject);
  }
  return true;
};
