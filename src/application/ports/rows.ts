/** A row's place in its list: by `at`, then by `id`, in any order of texts that is always the same. */
export type RowPlace = { readonly at: number; readonly id: string };

/** A row, as a database keeps it: under its id, with an index of `list`, `at` and `id`, and the rest as JSON. */
export type Row<A> = RowPlace & {
  /** Changes with every write, and never comes again. */
  readonly version: string;
  /** The list that the row is in. A write may move it to another one. */
  readonly list: string;
  /** JSON, which the database does not interpret. */
  readonly value: A;
};

/** The rows of one kind that all instances share. A rejection means that the database could not be read or written. */
export type Rows<A> = {
  readonly read: (id: string) => Promise<Row<A> | null>;
  /**
   * Replaces a row in one step, if the stored one still has the version of `before`. `null` before: no row has the id; after: the
   * row is deleted. `false`: another row is stored by now, and nothing changes.
   */
  readonly compareAndSwap: (
    id: string,
    before: Row<A> | null,
    after: Row<A> | null,
  ) => Promise<boolean>;
  /** Reads the rows of a list in order, from the first one after a place. It may read them in batches: rows may change meanwhile. */
  readonly list: (list: string, after?: RowPlace) => Iterable<Row<A>> | AsyncIterable<Row<A>>;
};
