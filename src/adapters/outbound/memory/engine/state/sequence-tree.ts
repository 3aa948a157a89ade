import sorted from 'sorted-btree';

/** Values by their sequence number, in order. The only place that knows the tree's package. */
export type SequenceTree<V> = {
  readonly get: (sequence: number) => V | undefined;
  readonly set: (sequence: number, value: V) => void;
  readonly delete: (sequence: number) => void;
  readonly lowest: () => number | undefined;
  readonly size: () => number;
  /** The sequence numbers below, from the highest down; `undefined` starts at the newest. */
  readonly down: (below: number | undefined) => IterableIterator<number>;
  /** The sequence numbers above, from the lowest up. */
  readonly up: (above: number) => IterableIterator<number>;
};

// Node gives a CommonJS module's exports as the default import, so the class is one `default` further in. Where vitest or
// a bundler inlines modules, it is the class itself.
const BTree = 'default' in sorted ? sorted.default : sorted;

const byNumber = (a: number, b: number): number => a - b;

const keysOf = function* <V>(
  pairs: IterableIterator<[number, V]>,
  skip: number | undefined,
): IterableIterator<number> {
  for (const [sequence] of pairs) if (sequence !== skip) yield sequence;
};

/** An empty tree. Every step costs O(log n). */
export const createSequenceTree = <V>(): SequenceTree<V> => {
  const tree = new BTree<number, V>(undefined, byNumber);
  return {
    get: (sequence) => tree.get(sequence),
    set: (sequence, value) => {
      tree.set(sequence, value);
    },
    delete: (sequence) => {
      tree.delete(sequence);
    },
    lowest: () => tree.minKey(),
    size: () => tree.size,
    down: (below) => keysOf(tree.entriesReversed(below), below),
    up: (above) => keysOf(tree.entries(above), above),
  };
};
