import sorted from 'sorted-btree';

/** Rows by sequence number. Every operation costs O(log n). */
export type SequencedRows<A> = {
  readonly get: (sequence: number) => A | undefined;
  readonly set: (sequence: number, row: A) => void;
  readonly delete: (sequence: number) => void;
  readonly lowest: () => number | undefined;
  readonly highestBelow: (sequence: number) => number | undefined;
  readonly size: () => number;
  /** The sequence numbers below this one in descending order; `undefined`: all. */
  readonly down: (below?: number) => IterableIterator<number>;
  /** The sequence numbers above this one in ascending order; `undefined`: all. */
  readonly up: (above?: number) => IterableIterator<number>;
  /** A copy. Both share what neither changes, so it costs the same at any size. */
  readonly fork: () => SequencedRows<A>;
};

// In Node the default import of a CommonJS module is its `exports`, which hold the class as `default`. If vitest or a
// bundler inlines modules, the default import is the class itself.
const BTree = 'default' in sorted ? sorted.default : sorted;

// Most sequence numbers come in order and fill their nodes: then nodes of the default size take more memory.
const nodeSize = 64;

const keysOf = function* <A>(
  entries: Iterable<[number, A]>,
  skip: number | undefined,
): IterableIterator<number> {
  for (const [sequence] of entries) if (sequence !== skip) yield sequence;
};

const rowsOf = <A>(tree: InstanceType<typeof BTree<number, A>>): SequencedRows<A> => ({
  get: (sequence) => tree.get(sequence),
  set: (sequence, row) => {
    tree.set(sequence, row);
  },
  delete: (sequence) => {
    tree.delete(sequence);
  },
  lowest: () => tree.minKey(),
  highestBelow: (sequence) => tree.nextLowerKey(sequence),
  size: () => tree.size,
  down: (below) => keysOf(tree.entriesReversed(below), below),
  up: (above) => keysOf(tree.entries(above), above),
  fork: () => rowsOf(tree.clone()),
});

/** No rows. */
export const createRows = <A>(): SequencedRows<A> =>
  rowsOf(new BTree<number, A>(undefined, (one, other) => one - other, nodeSize));
