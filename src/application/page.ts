import * as E from 'fp-ts/lib/Either.js';
import type { Field } from '../domain/field.js';
import { cursorOf, type Id } from '../domain/ids.js';
import { pageLimit } from '../domain/list.js';
import type { ConflictingCursors } from '../domain/payment-error.js';
import type { Resource } from '../domain/refusal.js';
import type { Page } from './ports/payment-processor.js';

type Asked<Cursor> = {
  readonly limit?: number;
  readonly starting_after?: Cursor;
  readonly ending_before?: Cursor;
};

/** The page that a caller requested: at most one cursor, `fallback` items without a limit. */
export const page =
  (fallback: number) =>
  <Cursor>({
    limit,
    starting_after,
    ending_before,
  }: Asked<Cursor>): E.Either<ConflictingCursors, Page<Cursor>> =>
    starting_after !== undefined && ending_before !== undefined
      ? E.left({ _tag: 'ConflictingCursors' })
      : E.right({
          limit: limit ?? fallback,
          ...(starting_after === undefined ? {} : { starting_after }),
          ...(ending_before === undefined ? {} : { ending_before }),
        });

/** The optional input fields of a list: the number of items and the two cursors. */
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
