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

/**
 * How many objects and arrays a JSON document may have. Each costs far more time to read than its two characters suggest. The largest
 * objects of Stripe have some hundreds.
 */
export const mostJsonContainers = 20_000;

/** How many names the objects of a JSON document may have together. Many different ones take as long to read as many objects. */
export const mostJsonNames = 30_000;

const colon = 58;
const openBrace = 123;
const openBracket = 91;
const quote = 34;
const backslash = 92;

/**
 * Whether a JSON text has few enough objects, arrays and names to be parsed quickly. Read before the parser, which would take longer than
 * everything else.
 */
export const isQuicklyParsed = (text: string): boolean => {
  if (text.length <= mostJsonContainers) return true;
  let containers = 0;
  let names = 0;
  let isInside = false;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (isInside && code === backslash) place += 1;
    else if (code === quote) isInside = !isInside;
    else if (isInside) continue;
    else if (code === openBrace || code === openBracket) containers += 1;
    else if (code === colon) names += 1;
    if (containers > mostJsonContainers || names > mostJsonNames) return false;
  }
  return true;
};

/** An object or array without what is inside its parts. `text`: the characters of its names and texts. */
type Outline = {
  names: number;
  values: number;
  text: number;
  /** The objects and arrays in it. */
  readonly parts: Array<object>;
};

const outlineOf = (value: object): Outline => {
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const inner: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value);
  const outline: Outline = { names: names.length, values: inner.length, text: 0, parts: [] };
  for (const name of names) outline.text += name.length;
  for (const one of inner) {
    if (typeof one === 'string') outline.text += one.length;
    else if (isObject(one)) outline.parts[outline.parts.length] = one;
  }
  return outline;
};

/**
 * Whether recursive code can safely and quickly walk a value, and every store can keep it: at most 100 levels, 20,000 objects and
 * arrays, 30,000 names, a million values and a million characters. This function itself is not recursive, and it also ends for an
 * object that contains itself.
 */
export const isWithinJsonBounds = (root: unknown): boolean => {
  if (!isObject(root)) return typeof root !== 'string' || root.length <= mostJsonText;
  let level: ReadonlyArray<object> = [root];
  let containers = 0;
  let names = 0;
  let values = 1;
  let text = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    containers += level.length;
    if (depth >= deepestJson || containers > mostJsonContainers) return false;
    const next: Array<object> = [];
    for (const one of level) {
      const outline = outlineOf(one);
      names += outline.names;
      values += outline.values;
      text += outline.text;
      if (names > mostJsonNames || values > mostJsonValues || text > mostJsonText) return false;
      for (const part of outline.parts) next[next.length] = part;
    }
    level = next;
  }
  return true;
};

/** The fields of an object; none of any other value. */
export const objectFields = (value: unknown): { readonly [name: string]: unknown } =>
  isObject(value) ? { ...value } : {};

/** A field of an object that is a text; the empty string where there is none. */
export const textField = (value: unknown, name: string): string => {
  if (!isObject(value) || !Object.hasOwn(value, name)) return '';
  const field: unknown = Reflect.get(value, name);
  return typeof field === 'string' ? field : '';
};
