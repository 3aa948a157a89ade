import { deepFreeze } from '../objects/json.js';
import { createLayeredMap, type LayeredMap } from './layered-map.js';
import { createRows, type SequencedRows } from './rows.js';
import { createSequenceIndex, mergeSequences, type SequenceIndex } from './sequence-index.js';

/** A table as plain JSON: its rows, oldest first, and the next sequence number. */
export type TableDump<A> = {
  readonly next: number;
  readonly rows: ReadonlyArray<readonly [sequence: number, row: A]>;
};

/** The rows to walk: all, those under one key of an index, or those under any of several distinct keys. */
export type Selection<I extends string> =
  | { readonly index: I; readonly key: string }
  | { readonly index: I; readonly keys: ReadonlyArray<string> }
  | 'all';

/** Exclusive bounds of sequence numbers; absent: unbounded. */
export type Between = { readonly above?: number; readonly below?: number };

/** Rows by id, in order of insertion, with indexes. Every operation costs O(log n). */
export type Table<A, I extends string> = {
  readonly get: (id: string) => A | undefined;
  /** Adds the row as the newest, or replaces the row with its id in place. */
  readonly put: (row: A) => void;
  readonly remove: (id: string) => void;
  readonly removeOldest: () => void;
  readonly sequenceOf: (id: string) => number | undefined;
  readonly size: () => number;
  /** The sequence number that the next row will have. */
  readonly nextSequence: () => number;
  readonly newestFirst: (selection: Selection<I>, between?: Between) => Iterable<A>;
  readonly oldestFirst: (selection: Selection<I>, between?: Between) => Iterable<A>;
  /** The lowest sequence number whose row satisfies `holds`, by binary search: all newer rows must satisfy it too. */
  readonly firstOf: (holds: (row: A) => boolean) => number;
  readonly dump: () => TableDump<A>;
  /** A table that begins with these rows, at the same cost for any number. This table must not change any more. */
  readonly fork: () => Table<A, I>;
};

/** The key of a row in each index; `null` leaves the row out. */
type Indexes<A, I extends string> = { readonly [K in I]: (row: A) => string | null };

type Parts<A> = {
  readonly sequences: LayeredMap<number>;
  readonly rows: SequencedRows<A>;
  readonly groups: ReadonlyMap<
    string,
    { readonly of: (row: A) => string | null; readonly index: SequenceIndex }
  >;
};

const tableOf = <A extends { readonly id: string }, I extends string>(
  { sequences, rows, groups }: Parts<A>,
  begun: TableDump<A>,
): Table<A, I> => {
  let next = begun.next;

  const reindex = (sequence: number, before: A | undefined, after: A | undefined): void => {
    for (const { of, index } of groups.values()) {
      const from = before === undefined ? null : of(before);
      const to = after === undefined ? null : of(after);
      if (from === to) continue;
      if (from !== null) index.remove(from, sequence);
      if (to !== null) index.add(to, sequence);
    }
  };
  const store = (sequence: number, row: A): void => {
    reindex(sequence, rows.get(sequence), row);
    rows.set(sequence, row);
    sequences.set(row.id, sequence);
  };
  const removeAt = (sequence: number | undefined): void => {
    const row = sequence === undefined ? undefined : rows.get(sequence);
    if (sequence === undefined || row === undefined) return;
    reindex(sequence, row, undefined);
    rows.delete(sequence);
    sequences.delete(row.id);
  };
  const walk = function* (order: Iterable<number>, { above, below }: Between): Iterable<A> {
    for (const sequence of order) {
      if (above !== undefined && sequence <= above) return;
      if (below !== undefined && sequence >= below) return;
      const row = rows.get(sequence);
      if (row === undefined)
        throw new Error(`an index holds sequence number ${sequence}, which has no row`);
      yield row;
    }
  };
  const indexOf = (name: string): SequenceIndex => groups.get(name)?.index ?? createSequenceIndex();
  const down = (selection: Selection<I>, below: number | undefined): Iterable<number> => {
    if (selection === 'all') return rows.down(below);
    const index = indexOf(selection.index);
    if ('key' in selection) return index.down(selection.key, below);
    const sources = selection.keys.map((key) => index.down(key, below));
    return mergeSequences(sources, (one, other) => one > other);
  };
  const up = (selection: Selection<I>, above: number): Iterable<number> => {
    if (selection === 'all') return rows.up(above);
    const index = indexOf(selection.index);
    if ('key' in selection) return index.up(selection.key, above);
    const sources = selection.keys.map((key) => index.up(key, above));
    return mergeSequences(sources, (one, other) => one < other);
  };

  for (const [sequence, row] of begun.rows) store(sequence, row);

  return {
    get: (id) => {
      const sequence = sequences.get(id);
      return sequence === undefined ? undefined : rows.get(sequence);
    },
    put: (row) => {
      const known = sequences.get(row.id);
      store(known ?? next, row);
      if (known === undefined) next += 1;
    },
    remove: (id) => removeAt(sequences.get(id)),
    removeOldest: () => removeAt(rows.lowest()),
    sequenceOf: (id) => sequences.get(id),
    size: rows.size,
    nextSequence: () => next,
    newestFirst: (selection, between = {}) => walk(down(selection, between.below), between),
    oldestFirst: (selection, between = {}) => walk(up(selection, between.above ?? -1), between),
    firstOf: (holds) => {
      let from = rows.lowest() ?? next;
      let to = next;
      while (from < to) {
        const middle = Math.floor((from + to) / 2);
        const [sequence = to] = rows.up(middle - 1);
        const row = rows.get(sequence);
        if (row === undefined || holds(row)) to = middle;
        else from = sequence + 1;
      }
      return from;
    },
    dump: () => ({
      next,
      rows: [...rows.up(-1)].flatMap((sequence) => {
        const row = rows.get(sequence);
        return row === undefined ? [] : [[sequence, deepFreeze(row)] as const];
      }),
    }),
    fork: () =>
      tableOf(
        {
          sequences: sequences.fork(),
          rows: rows.fork(),
          groups: new Map(
            [...groups].map(([name, { of, index }]) => [name, { of, index: index.fork() }]),
          ),
        },
        { next, rows: [] },
      ),
  };
};

/** A table, empty, restored from a dump, or with the rows of another table, which must not change any more. */
export const createTable = <A extends { readonly id: string }, I extends string = never>(
  indexes: Indexes<A, I>,
  from: TableDump<A> | Table<A, I> = { next: 0, rows: [] },
): Table<A, I> => {
  if ('fork' in from) return from.fork();
  const groups = new Map<string, { of: (row: A) => string | null; index: SequenceIndex }>();
  for (const name in indexes) {
    groups.set(name, { of: indexes[name], index: createSequenceIndex() });
  }
  return tableOf({ sequences: createLayeredMap(), rows: createRows(), groups }, from);
};
