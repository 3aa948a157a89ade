import sorted from 'sorted-btree';

/** A sorted map. */
export type SortedTree<K, V> = {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => void;
  readonly delete: (key: K) => void;
  readonly lowest: () => K | undefined;
  readonly size: () => number;
  /** The keys below this one in descending order; `undefined`: all. */
  readonly down: (below?: K) => IterableIterator<K>;
  /** The keys above this one in ascending order; `undefined`: all. */
  readonly up: (above?: K) => IterableIterator<K>;
};

// In Node the default import of a CommonJS module is its `exports`, which hold the class as `default`. If vitest or a
// bundler inlines modules, the default import is the class itself.
const BTree = 'default' in sorted ? sorted.default : sorted;

/** An empty map. Every operation costs O(log n). */
export const createSortedTree = <K, V>(compare: (one: K, other: K) => number): SortedTree<K, V> => {
  const tree = new BTree<K, V>(undefined, compare);
  const keysOf = function* (entries: Iterable<[K, V]>, skip: K | undefined): IterableIterator<K> {
    for (const [key] of entries) if (skip === undefined || compare(key, skip) !== 0) yield key;
  };
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
    down: (below) => keysOf(tree.entriesReversed(below), below),
    up: (above) => keysOf(tree.entries(above), above),
  };
};
