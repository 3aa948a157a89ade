import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest, type NoSuchResource, noSuch } from '../errors.js';
import type { ListObject } from '../objects/object.js';
import type { CreatedRange } from '../params/page.js';
import type { Between, Selection, Table } from './table.js';

// Rows are in the order of their creation: a range of time is a range of sequence numbers. Finding it costs O(log² n).
/** The rows of a table that were created in this time. */
export const createdBetween = <A extends { readonly created: number }>(
  { firstOf }: Pick<Table<A, never>, 'firstOf'>,
  range: CreatedRange,
): Required<Between> => {
  const { gt, gte, lt, lte } = typeof range === 'number' ? { gte: range, lte: range } : range;
  const isLate = ({ created }: A): boolean =>
    (gt === undefined || created > gt) && (gte === undefined || created >= gte);
  const isTooLate = ({ created }: A): boolean =>
    (lt !== undefined && created >= lt) || (lte !== undefined && created > lte);
  return { above: firstOf(isLate) - 1, below: firstOf(isTooLate) };
};

/** The first `count` rows of a walk. It reads no more rows than that. */
export const take = <A>(rows: Iterable<A>, count: number): ReadonlyArray<A> => {
  const taken: Array<A> = [];
  for (const row of rows) {
    taken.push(row);
    if (taken.length === count) break;
  }
  return taken;
};

/** The rows of a walk that are shown. */
export const only = function* <A>(rows: Iterable<A>, shows: (row: A) => boolean): Iterable<A> {
  for (const row of rows) if (shows(row)) yield row;
};

// The head comes first, so it is newer than every other row.
const withHead = function* <A extends { readonly id: string }>(
  rows: Iterable<A>,
  head: A,
  { newer, cursor }: { readonly newer: boolean; readonly cursor: string | undefined },
): Iterable<A> {
  if (cursor === undefined) yield head;
  for (const row of rows) if (row.id !== head.id) yield row;
  if (newer && cursor !== head.id) yield head;
};

/** The page of a list; at most one of the two cursors. */
export type PageParams = {
  /** 0 counts as 1, and more than 100 as 100; absent: 10. */
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly created?: CreatedRange;
};

const mostItems = 100;

const limitProblem = (limit: number): ApiError | null => {
  const code = 'parameter_invalid_integer';
  if (!Number.isSafeInteger(limit)) {
    return invalidRequest(`Invalid integer: ${limit}`, { code, param: 'limit' });
  }
  return limit >= 0
    ? null
    : invalidRequest('Invalid limit: must be between 1 and 100', { code, param: 'limit' });
};

/** A page of a table, newest first. Costs O(log n) and the items of the page. */
export const listPage = <
  A extends { readonly id: string; readonly created: number },
  I extends string,
>(spec: {
  readonly table: Table<A, I>;
  readonly selection: Selection<I>;
  readonly resource: NoSuchResource;
  readonly url: string;
  readonly page: PageParams;
  /** Whether a row can be a cursor of this list. */
  readonly holds?: (row: A) => boolean;
  /** A row that stands at the head of the list, whatever its age. */
  readonly head?: A;
  /** Whether a row is part of the list. */
  readonly shows?: (row: A) => boolean;
  /** The sequence number that a deleted row had. */
  readonly placeOfDeleted?: (id: string) => number | undefined;
}): E.Either<ApiError, ListObject<A>> => {
  const {
    table,
    selection,
    resource,
    url,
    page,
    holds = () => true,
    shows,
    head,
    placeOfDeleted,
  } = spec;
  const { limit: given = 10, starting_after, ending_before, created } = page;
  const problem = limitProblem(given);
  if (problem !== null) return E.left(problem);
  const limit = Math.min(Math.max(given, 1), mostItems);
  if (starting_after !== undefined && ending_before !== undefined) {
    return E.left(
      invalidRequest(
        'Received both starting_after and ending_before parameters. Please pass in only one.',
      ),
    );
  }
  const cursor = starting_after ?? ending_before;
  const row = cursor === undefined ? undefined : table.get(cursor);
  const deleted = cursor === undefined ? undefined : placeOfDeleted?.(cursor);
  const sequence = cursor === undefined ? undefined : (deleted ?? table.sequenceOf(cursor));
  if (cursor !== undefined && deleted === undefined && (row === undefined || !holds(row))) {
    const param = starting_after === undefined ? 'ending_before' : 'starting_after';
    return E.left(noSuch(resource, cursor, param));
  }
  const newer = ending_before !== undefined;
  const { above = -1, below = Infinity } =
    created === undefined ? {} : createdBetween(table, created);
  const isHead = head !== undefined && cursor === head.id;
  const walk = newer
    ? table.oldestFirst(selection, {
        above: isHead ? Infinity : Math.max(above, sequence ?? -1),
        below,
      })
    : table.newestFirst(selection, {
        above,
        below: isHead ? below : Math.min(below, sequence ?? Infinity),
      });
  const shown = shows === undefined ? walk : only(walk, shows);
  const ordered = head === undefined ? shown : withHead(shown, head, { newer, cursor });
  const found = take(ordered, limit + 1);
  const data = found.slice(0, limit);
  return E.right({
    object: 'list',
    data: newer ? data.toReversed() : data,
    has_more: found.length > limit,
    url,
  });
};
