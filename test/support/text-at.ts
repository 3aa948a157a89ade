import { at } from './at.js';

/** The text at a path of some JSON. Throws, and shows the JSON, when there is none. */
export const textAt = (json: unknown, path: string): string => {
  const value = at(json, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path} of ${JSON.stringify(json)}`);
  return value;
};
