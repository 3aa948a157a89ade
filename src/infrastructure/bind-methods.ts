const chainOf = (object: object | null): ReadonlyArray<object> =>
  object === null || object === Object.prototype
    ? []
    : [...chainOf(Reflect.getPrototypeOf(object)), object];

/**
 * An object's functions as a plain record that can be taken apart: also those of its class, each bound to the object.
 * Somebody's adapter may be an instance.
 */
export const bindMethods = <A extends object>(object: A): A => {
  const names = chainOf(object).flatMap((level) => Object.getOwnPropertyNames(level));
  const functions = names.flatMap((name) => {
    const value: unknown = Reflect.get(object, name);
    return typeof value === 'function' && name !== 'constructor'
      ? [[name, value.bind(object)] as const]
      : [];
  });
  return Object.fromEntries<unknown>(functions) as A;
};
