import sorted from 'sorted-btree';
import { createLayeredMap, type LayeredMap } from './layered-map.js';
import {
  addToList,
  createSequenceList,
  forkList,
  isEmptyList,
  listDown,
  listUp,
  removeFromList,
  type SequenceList,
} from './sequence-list.js';

// In Node the default import of a CommonJS module is its `exports`, which hold the class as `default`. If vitest or a
// bundler inlines modules, the default import is the class itself.
const BTree = 'default' in sorted ? sorted.default : sorted;

type Tree<K, V> = InstanceType<typeof BTree<K, V>>;

/** Values by sequence number. */
export type SequenceTree<V> = {
  readonly get: (sequence: number) => V | undefined;
  readonly set: (sequence: number, value: V) => void;
  readonly delete: (sequence: number) => void;
  readonly lowest: () => number | undefined;
  readonly highestBelow: (sequence: number) => number | undefined;
  /** The sequence numbers below this one in descending order; `undefined`: all. */
  readonly down: (below: number | undefined) => IterableIterator<number>;
  /** The sequence numbers above this one in ascending order. */
  readonly up: (above: number) => IterableIterator<number>;
  /** A copy. Both share what neither changes, so it costs the same at any size. */
  readonly fork: () => SequenceTree<V>;
};

const byNumber = (a: number, b: number): number => a - b;

const keysOf = function* <V>(
  pairs: IterableIterator<[number, V]>,
  skip: number | undefined,
): IterableIterator<number> {
  for (const [sequence] of pairs) if (sequence !== skip) yield sequence;
};

const sequenceTreeOf = <V>(tree: Tree<number, V>): SequenceTree<V> => ({
  get: (sequence) => tree.get(sequence),
  set: (sequence, value) => {
    tree.set(sequence, value);
  },
  delete: (sequence) => {
    tree.delete(sequence);
  },
  lowest: () => tree.minKey(),
  highestBelow: (sequence) => tree.nextLowerKey(sequence),
  down: (below) => keysOf(tree.entriesReversed(below), below),
  up: (above) => keysOf(tree.entries(above), above),
  fork: () => sequenceTreeOf(tree.clone()),
});

/** An empty map. Every operation costs O(log n). */
export const createSequenceTree = <V>(): SequenceTree<V> =>
  sequenceTreeOf(new BTree<number, V>(undefined, byNumber));

/** Sequence numbers in groups, for example the intents of each customer. */
export type SequenceIndex = {
  readonly add: (group: string, sequence: number) => void;
  readonly remove: (group: string, sequence: number) => void;
  readonly down: (group: string, below: number | undefined) => Iterable<number>;
  readonly up: (group: string, above: number) => Iterable<number>;
  /** An index that begins with the groups of this one. This one must not change any more. */
  readonly fork: () => SequenceIndex;
};

// A group of one is the number itself: most charges have at most one refund.
type Group = number | SequenceList;

const sequenceIndexOf = (groups: LayeredMap<Group>): SequenceIndex => {
  const owned = (name: string, list: SequenceList): SequenceList => {
    if (groups.owns(name)) return list;
    const copy = forkList(list);
    groups.set(name, copy);
    return copy;
  };
  return {
    add: (name, sequence) => {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, sequence);
      else if (typeof group !== 'number') addToList(owned(name, group), sequence);
      else {
        const list = createSequenceList([group]);
        addToList(list, sequence);
        groups.set(name, list);
      }
    },
    remove: (name, sequence) => {
      const group = groups.get(name);
      if (group === undefined) return;
      if (typeof group === 'number') {
        if (group === sequence) groups.delete(name);
        return;
      }
      const list = owned(name, group);
      removeFromList(list, sequence);
      if (isEmptyList(list)) groups.delete(name);
    },
    down: (name, below) => {
      const group = groups.get(name) ?? [];
      if (typeof group === 'number') return below === undefined || group < below ? [group] : [];
      return 'pages' in group ? listDown(group, below) : group;
    },
    up: (name, above) => {
      const group = groups.get(name) ?? [];
      if (typeof group === 'number') return group > above ? [group] : [];
      return 'pages' in group ? listUp(group, above) : group;
    },
    fork: () => sequenceIndexOf(groups.fork()),
  };
};

/** An empty index. */
export const createSequenceIndex = (): SequenceIndex => sequenceIndexOf(createLayeredMap());

const nextOf = (source: Iterator<number, unknown>): number | undefined => {
  const step = source.next();
  return step.done === true ? undefined : step.value;
};

/** Merges ordered sources of sequence numbers into one. Each step costs the number of sources. */
export const mergeSequences = function* (
  sources: ReadonlyArray<Iterable<number>>,
  comesFirst: (one: number, other: number) => boolean,
): Iterable<number> {
  const heads = sources.flatMap((source) => {
    const rest = source[Symbol.iterator]();
    const value = nextOf(rest);
    return value === undefined ? [] : [{ value, rest }];
  });
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (comesFirst(head.value, best.value) ? head : best));
    yield first.value;
    const value = nextOf(first.rest);
    if (value === undefined) heads.splice(heads.indexOf(first), 1);
    else first.value = value;
  }
};
