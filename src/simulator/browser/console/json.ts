/** A part of a JSON value, by the names of its fields; `undefined`: there is none. */
export const at = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined,
    value,
  );

/** The text at a place, the empty string where there is none. */
export const textAt = (value: unknown, ...names: ReadonlyArray<string>): string => {
  const part = at(value, ...names);
  return typeof part === 'string' ? part : '';
};

/** The number at a place, 0 where there is none. */
export const numberAt = (value: unknown, ...names: ReadonlyArray<string>): number => {
  const part = at(value, ...names);
  return typeof part === 'number' ? part : 0;
};

/** The items at a place. */
export const itemsAt = (
  value: unknown,
  ...names: ReadonlyArray<string>
): ReadonlyArray<unknown> => {
  const part = at(value, ...names);
  return Array.isArray(part) ? part : [];
};
