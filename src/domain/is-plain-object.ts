/** An object with fields, as JSON has them: no array, no `Map`, no `Date`. */
export const isPlainObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  Object.prototype.toString.call(value) === '[object Object]';
