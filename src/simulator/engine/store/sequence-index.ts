import { createLayeredMap, type LayeredMap } from './layered-map.js';
import { createRows, type SequencedRows } from './rows.js';

/** Sequence numbers in groups, for example the intents of each customer. */
export type SequenceIndex = {
  readonly add: (group: string, sequence: number) => void;
  readonly remove: (group: string, sequence: number) => void;
  /** The sequence numbers of a group below this one in descending order; `undefined`: all. */
  readonly down: (group: string, below: number | undefined) => Iterable<number>;
  /** The sequence numbers of a group above this one in ascending order. */
  readonly up: (group: string, above: number) => Iterable<number>;
  /** An index that begins with the groups of this one. This one must not change any more. */
  readonly fork: () => SequenceIndex;
};

// Most groups have one member, such as the charges of a payment intent. It is kept as a number, not as a tree.
type Group = number | SequencedRows<undefined>;

const sequenceIndexOf = (groups: LayeredMap<Group>): SequenceIndex => {
  const ownTree = (name: string, group: Group): SequencedRows<undefined> => {
    if (typeof group !== 'number' && groups.owns(name)) return group;
    const tree = typeof group === 'number' ? createRows<undefined>() : group.fork();
    if (typeof group === 'number') tree.set(group, undefined);
    groups.set(name, tree);
    return tree;
  };
  return {
    add: (name, sequence) => {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, sequence);
      else ownTree(name, group).set(sequence, undefined);
    },
    remove: (name, sequence) => {
      const group = groups.get(name);
      if (group === undefined) return;
      const tree = ownTree(name, group);
      tree.delete(sequence);
      if (tree.size() === 0) groups.delete(name);
    },
    down: (name, below = Infinity) => {
      const group = groups.get(name);
      if (typeof group === 'number') return group < below ? [group] : [];
      return group?.down(below) ?? [];
    },
    up: (name, above) => {
      const group = groups.get(name);
      if (typeof group === 'number') return group > above ? [group] : [];
      return group?.up(above) ?? [];
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
