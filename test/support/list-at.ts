import { at } from './at.js';

/** The items at a path of some JSON. Throws, and shows the JSON, when there is no list. */
export const listAt = (json: unknown, path: string): ReadonlyArray<unknown> => {
  const value = at(json, path);
  if (!Array.isArray(value)) throw new Error(`no list at ${path} of ${JSON.stringify(json)}`);
  return value;
};
