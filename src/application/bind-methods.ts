const chainOf = (object: object | null): ReadonlyArray<object> =>
  object === null || object === Object.prototype
    ? []
    : [...chainOf(Reflect.getPrototypeOf(object)), object];

/**
 * The functions of an object as a plain record, each bound to the object. It includes the methods of its class, because an
 * adapter may be an instance.
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
