const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** The value at a path of some JSON, for example `data.charges.data.0.id`; `undefined` if there is none. */
export const at = (json: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json);

/** The list at a path of some JSON. Throws an error with the JSON if there is none. */
export const listAt = (json: unknown, path: string): ReadonlyArray<unknown> => {
  const value = at(json, path);
  if (!Array.isArray(value)) throw new Error(`no list at ${path} of ${JSON.stringify(json)}`);
  return value;
};

/** The text at a path of some JSON. Throws an error with the JSON if there is none. */
export const textAt = (json: unknown, path: string): string => {
  const value = at(json, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path} of ${JSON.stringify(json)}`);
  return value;
};
