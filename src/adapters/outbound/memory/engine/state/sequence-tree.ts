import { createSortedTree } from './sorted-tree.js';

/** Values by their sequence number, in order. */
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

const byNumber = (a: number, b: number): number => a - b;

const keysOf = function* <V>(
  pairs: IterableIterator<[number, V]>,
  skip: number | undefined,
): IterableIterator<number> {
  for (const [sequence] of pairs) if (sequence !== skip) yield sequence;
};

/** An empty tree. Every step costs O(log n). */
export const createSequenceTree = <V>(): SequenceTree<V> => {
  const tree = createSortedTree<number, V>(byNumber);
  return {
    get: tree.get,
    set: tree.set,
    delete: tree.delete,
    lowest: tree.lowest,
    size: tree.size,
    down: (below) => keysOf(tree.entriesReversed(below), below),
    up: (above) => keysOf(tree.entries(above), above),
  };
};
