/** An object with fields, as JSON has them: no array, and no instance of a class. */
export const isPlainObject = (value: unknown): value is { readonly [name: string]: unknown } => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` of whatever realm.
  return parent === null || Object.getPrototypeOf(parent) === null;
};
