const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the places where a value differs from an abridged one. The abridged value may omit fields, and its texts may
 * end in `…`.
 */
export const abridgedMismatches = (
  shown: unknown,
  value: unknown,
  path = '$',
): ReadonlyArray<string> => {
  if (typeof shown === 'string' && shown.endsWith('…')) {
    return typeof value === 'string' && value.startsWith(shown.slice(0, -1))
      ? []
      : [`${path} is ${JSON.stringify(value)}, not ${shown}`];
  }
  if (isObject(shown) && isObject(value) && Array.isArray(shown) === Array.isArray(value)) {
    return Object.entries(shown).flatMap(([key, inner]) =>
      abridgedMismatches(inner, value[key], `${path}.${key}`),
    );
  }
  return shown === value
    ? []
    : [`${path} is ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`];
};
