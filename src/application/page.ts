import * as E from 'fp-ts/lib/Either.js';
import type { ConflictingCursors } from '../domain/payment-error.js';
import type { Page } from './ports/payment-processor.js';

type Asked<Cursor> = {
  readonly limit?: number;
  readonly starting_after?: Cursor;
  readonly ending_before?: Cursor;
};

/** The page that a caller asked for: one cursor at the most, `fallback` items when no limit was given. */
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
