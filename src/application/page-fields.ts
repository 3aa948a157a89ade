import type { Field } from '../domain/field.js';
import { cursorOf, type Id } from '../domain/ids.js';
import { pageLimit } from '../domain/list.js';
import type { Resource } from '../domain/refusal.js';

/** The optional fields of an input that asks for a page: how many items, and where the page lies. */
export const pageFields = <R extends Resource>(
  resource: R,
  usualLimit: number,
): {
  readonly limit: Field<number, number | string>;
  readonly starting_after: Field<Id<R>, string>;
  readonly ending_before: Field<Id<R>, string>;
} => ({
  limit: pageLimit(usualLimit),
  starting_after: cursorOf(resource, `The page after this ${resource.replace('_', ' ')} id`),
  ending_before: cursorOf(resource, `The page before this ${resource.replace('_', ' ')} id`),
});
