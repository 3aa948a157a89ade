/** Any object, an array too; not `null`. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** An object such as JSON has: not an array, not an instance of a class. */
export const isPlainObject = (value: unknown): value is { readonly [name: string]: unknown } => {
  if (!isObject(value) || Array.isArray(value)) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` of any realm.
  return parent === null || Object.getPrototypeOf(parent) === null;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};

/** JSON with sorted keys: equal objects give equal texts. */
export const stableJson = (value: unknown): string => JSON.stringify(sorted(value));

/** How deep objects and arrays may be nested. Stripe's objects stay below 20 levels. */
export const deepestJson = 100;

/** How many values a JSON document may have. */
export const mostJsonValues = 1_000_000;

/** How many characters the names and texts of a JSON document may have together. */
export const mostJsonText = 1_000_000;

const sizeOf = (value: object): number =>
  Array.isArray(value) ? value.length : Object.keys(value).length;

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const textIn = (value: object): number => {
  let length = 0;
  if (Array.isArray(value)) for (const inner of value) length += lengthOf(inner);
  else for (const [name, inner] of Object.entries(value)) length += name.length + lengthOf(inner);
  return length;
};

const objectsIn = (value: object): ReadonlyArray<object> => Object.values(value).filter(isObject);

/**
 * Whether recursive code can safely walk a value, and every store can keep it: at most 100 levels, a million values and a million
 * characters. This function itself is not recursive, and it also ends for an object that contains itself.
 */
export const isWithinJsonBounds = (root: unknown): boolean => {
  let level: ReadonlyArray<object> = isObject(root) ? [root] : [];
  let values = 1;
  let text = lengthOf(root);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepestJson) return false;
    for (const one of level) {
      values += sizeOf(one);
      text += textIn(one);
      if (values > mostJsonValues || text > mostJsonText) return false;
    }
    level = level.flatMap(objectsIn);
  }
  return text <= mostJsonText;
};

/** The fields of an object; none of any other value. */
export const objectFields = (value: unknown): { readonly [name: string]: unknown } =>
  isObject(value) ? { ...value } : {};

/** A field of an object that is a text; the empty string where there is none. */
export const textField = (value: unknown, name: string): string => {
  const field = objectFields(value)[name];
  return typeof field === 'string' ? field : '';
};
