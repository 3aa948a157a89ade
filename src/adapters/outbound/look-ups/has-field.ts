import { isObject, isPlainObject } from '../../../domain/input/json.js';

/** The value at a path in an object; `undefined`: there is none. */
export const valueAt = (object: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, name) => (isObject(value) ? Reflect.get(value, name) : undefined),
    object,
  );

const isSame = (now: unknown, asked: unknown): boolean => {
  if (isPlainObject(asked)) {
    return Object.entries(asked).every(([name, inner]) => isSame(valueAt(now, name), inner));
  }
  // An empty text removes the field.
  return (now ?? '') === asked;
};

/** Whether an object of the processor has the value that an update asked for; of an object, such as metadata, the parts that it named. */
export const hasField = (object: object, field: string, asked: unknown): boolean =>
  isSame(valueAt(object, field), asked);
