const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** What stands at a path of some JSON, for example `data.charges.data.0.id`; `undefined` when nothing does. */
export const at = (json: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json);
