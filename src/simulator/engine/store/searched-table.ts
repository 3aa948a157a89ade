import { only } from './list-page.js';
import type { Between, Selection, Table } from './table.js';

/** A table that can be searched. */
export type SearchedTable<A, I extends string> = Table<A, I> & {
  /**
   * The rows that match, newest first. With a delay, a row matches as it was `delay` seconds ago, and is returned as it is
   * now. `selection` must include all matches.
   */
  readonly searched: (
    selection: Selection<I>,
    matches: (row: A) => boolean,
    between: Between,
  ) => Iterable<A>;
};

/** How long searches do not see a change, in seconds. */
export type SearchDelay = { readonly delay: number; readonly now: () => number };

/** Adds the search to a table. */
export const withSearch = <A extends { readonly id: string }, I extends string>(
  table: Table<A, I>,
  { delay, now }: SearchDelay,
): SearchedTable<A, I> => {
  if (delay === 0) {
    return {
      ...table,
      searched: (selection, matches, between) =>
        only(table.newestFirst(selection, between), matches),
    };
  }
  // The latest changes, oldest first, with the rows that they replaced.
  const changes: Array<{
    readonly row: string;
    readonly seenAt: number;
    readonly before: A | undefined;
  }> = [];
  const forgetSeen = (): void => {
    while ((changes[0]?.seenAt ?? Infinity) <= now()) changes.shift();
  };
  const change = (row: string, before: A | undefined): void => {
    forgetSeen();
    changes.push({ row, seenAt: now() + delay, before });
  };
  return {
    ...table,
    put: (row) => {
      change(row.id, table.get(row.id));
      table.put(row);
    },
    *searched(_, matches, between) {
      forgetSeen();
      const earlier = new Map(changes.toReversed().map(({ row, before }) => [row, before]));
      // An index holds the rows as they are now.
      for (const row of table.newestFirst('all', between)) {
        const seen = earlier.has(row.id) ? earlier.get(row.id) : row;
        if (seen !== undefined && matches(seen)) yield row;
      }
    },
  };
};
