import sorted from 'sorted-btree';

/** Values by key, in the order of the keys. The only place that knows the tree's package. */
export type SortedTree<K, V> = {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => void;
  readonly delete: (key: K) => void;
  readonly lowest: () => K | undefined;
  readonly size: () => number;
  /** Pairs from this key up, or from the lowest. */
  readonly entries: (from?: K) => IterableIterator<[K, V]>;
  /** Pairs from this key down, or from the highest. */
  readonly entriesReversed: (from?: K) => IterableIterator<[K, V]>;
};

// Node gives a CommonJS module's exports as the default import, so the class is one `default` further in. Where vitest or
// a bundler inlines modules, it is the class itself.
const BTree = 'default' in sorted ? sorted.default : sorted;

/** An empty tree. Every step costs O(log n). */
export const createSortedTree = <K, V>(compare: (one: K, other: K) => number): SortedTree<K, V> => {
  const tree = new BTree<K, V>(undefined, compare);
  return {
    get: (key) => tree.get(key),
    set: (key, value) => {
      tree.set(key, value);
    },
    delete: (key) => {
      tree.delete(key);
    },
    lowest: () => tree.minKey(),
    size: () => tree.size,
    entries: (from) => tree.entries(from),
    entriesReversed: (from) => tree.entriesReversed(from),
  };
};
