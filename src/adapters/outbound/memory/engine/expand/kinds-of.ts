import type { ObjectName } from '../objects/object.js';
import type { Expansion } from './expansions.js';

/** The kinds of objects that an expansion can show. */
export const kindsOf = (expansion: Expansion): ReadonlyArray<ObjectName> => {
  if (typeof expansion === 'string') return [expansion];
  return 'anyOf' in expansion ? expansion.anyOf : [expansion.listOf];
};
