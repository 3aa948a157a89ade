import { strict as assert } from 'node:assert';

/** Asserts that an object has these fields, whatever else it has. */
export const assertFields = (actual: object | undefined, fields: object): void => {
  assert.ok(actual, 'there is no value to compare');
  const chosen = Object.keys(fields).map((name) => [name, Reflect.get(actual, name)] as const);
  assert.deepEqual(Object.fromEntries(chosen), fields);
};
