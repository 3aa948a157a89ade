import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { cursorOf, type Id } from '../domain/ids.js';
import type { Field } from '../domain/input/field.js';
import { pageLimit } from '../domain/input/list.js';
import { wholeNumber } from '../domain/input/primitives.js';
import type { ConflictingCursors } from '../domain/payment-error.js';
import type { Resource } from '../domain/refusal.js';
import type { LedgerPage, Page } from './ports/payment-processor.js';

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

/** The optional input fields of a list of what was created in a time. */
export const createdFields = {
  created_from: wholeNumber('Only what was created at this moment or later, Unix seconds'),
  created_to: wholeNumber('Only what was created before this moment, Unix seconds'),
};

/** The page of what was created in a time, as a caller requested it. */
export const ledgerPage =
  (fallback: number) =>
  <Cursor>({
    created_from,
    created_to,
    ...asked
  }: Asked<Cursor> & {
    readonly created_from?: number;
    readonly created_to?: number;
  }): E.Either<ConflictingCursors, LedgerPage<Cursor>> =>
    pipe(
      page(fallback)(asked),
      E.map((wanted) => ({
        ...wanted,
        ...(created_from === undefined ? {} : { created_from }),
        ...(created_to === undefined ? {} : { created_to }),
      })),
    );
