import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { List } from '../../../domain/input/list.js';
import { type SearchOutcome, searched } from '../../../domain/search-outcome.js';
import type { After, Created, Read } from './outcome-reads.js';

/** When a change may have been done, in Unix seconds of this machine. */
export type SentTimes = {
  /** When the first known call was sent. */
  readonly first: number;
  /** The earliest time, at most `first`: another program may have sent the key before. */
  readonly from: number;
  /** The latest time. Absent: now. */
  readonly until?: number;
};

/** How many pages of 100 items are read at most: within a second of the first call, in the minute after it, and in each other window. */
type PageLimits = {
  readonly near: number;
  readonly soon: number;
  readonly other: number;
};

type Item = { readonly id: string; readonly created: number };

type Pages<A> = (page: After & { readonly created: Created }) => Read<List<A>>;

type Window = {
  readonly pages: keyof PageLimits;
  readonly gte: number;
  readonly lte: number;
};

const minute = 60;
const hour = 60 * minute;

// The processor's clock may differ from ours by this much.
const skew = 5 * minute;

/** The creation times of what was sent in that time, by the processor's clock. */
export const rangeOf = ({ from, until }: SentTimes): Created => ({
  gte: from - skew,
  ...(until === undefined ? {} : { lte: until + skew }),
});

/**
 * Windows that do not overlap, in the order in which the change is to be expected there: most calls are done in the second in
 * which they were sent, and nearly all others in the time of their retries. `seenTo`: everything newer has been read.
 */
const windowsAround = ({ first, from }: SentTimes, seenTo: number): ReadonlyArray<Window> => {
  const window = (pages: Window['pages'], gte: number, lte: number): Window => ({
    pages,
    gte: Math.max(gte, from - skew),
    lte: Math.min(lte, seenTo),
  });
  return [
    window('near', first - 1, first + 1),
    window('soon', first + 2, first + minute),
    window('other', first + minute + 1, first + 15 * minute),
    window('other', first - skew, first - 2),
    window('other', first + 15 * minute + 1, first + 2 * hour),
    window('other', first + 2 * hour + 1, seenTo),
    window('other', from - skew, first - skew - 1),
  ].filter(({ gte, lte }) => gte <= lte);
};

const walk = <A extends Item>(
  list: (page: After) => Read<List<A>>,
  matches: (item: A) => boolean,
  pages: number,
  page: After = {},
): Read<SearchOutcome<A>> =>
  pipe(
    list(page),
    TE.flatMap(({ data, has_more }): Read<SearchOutcome<A>> => {
      const item = data.find(matches);
      const last = data.at(-1);
      if (item !== undefined) return TE.right(searched.found(item));
      if (!has_more) return TE.right(searched.absent);
      return last === undefined || pages === 1
        ? TE.right(searched.uncertain)
        : walk(list, matches, pages - 1, { starting_after: last.id });
    }),
  );

/** Searches one place after another until something is found. It is absent only if it is in none of them. */
export const searchEach = <A>(
  [search, ...others]: ReadonlyArray<() => Read<SearchOutcome<A>>>,
  nothing: SearchOutcome<A> = searched.absent,
): Read<SearchOutcome<A>> =>
  search === undefined
    ? TE.right(nothing)
    : pipe(
        search(),
        TE.flatMap((one) =>
          one._tag === 'Found'
            ? TE.right(one)
            : searchEach(others, one._tag === 'Uncertain' ? one : nothing),
        ),
      );

/**
 * The item of a list that a change has made. A single page has all items of most lists. Of a longer list, windows around the first
 * call are read: the number of newer items makes no difference. It is absent only if no window has more pages than are read.
 */
export const searchAround = <A extends Item>(
  list: Pages<A>,
  matches: (item: A) => boolean,
  sent: SentTimes,
  limits: PageLimits,
): Read<SearchOutcome<A>> =>
  pipe(
    list({ created: rangeOf(sent) }),
    TE.flatMap(({ data, has_more }): Read<SearchOutcome<A>> => {
      const item = data.find(matches);
      const last = data.at(-1);
      if (item !== undefined) return TE.right(searched.found(item));
      if (!has_more) return TE.right(searched.absent);
      if (last === undefined) return TE.right(searched.uncertain);
      return searchEach(
        windowsAround(sent, last.created).map(
          ({ pages, gte, lte }) =>
            () =>
              walk((page) => list({ ...page, created: { gte, lte } }), matches, limits[pages]),
        ),
      );
    }),
  );
