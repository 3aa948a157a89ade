import { createSequenceTree, type SequenceTree } from './sequence-tree.js';

/** Sequence numbers in groups, for example the intents of each customer. */
export type SequenceIndex = {
  readonly add: (group: string, sequence: number) => void;
  readonly remove: (group: string, sequence: number) => void;
  readonly down: (group: string, below: number | undefined) => Iterable<number>;
  readonly up: (group: string, above: number) => Iterable<number>;
};

// A group of one is the number itself: most charges have no more than one refund, and a tree each would cost
// more memory than the refund.
type Group = number | SequenceTree<true>;

const treeOf = (sequences: Iterable<number>): SequenceTree<true> => {
  const tree = createSequenceTree<true>();
  for (const sequence of sequences) tree.set(sequence, true);
  return tree;
};

/** An empty index. */
export const createSequenceIndex = (): SequenceIndex => {
  const groups = new Map<string, Group>();
  return {
    add: (name, sequence) => {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, sequence);
      else if (typeof group === 'number') groups.set(name, treeOf([group, sequence]));
      else group.set(sequence, true);
    },
    remove: (name, sequence) => {
      const group = groups.get(name);
      if (group === undefined) return;
      if (typeof group !== 'number') group.delete(sequence);
      if (typeof group === 'number' ? group === sequence : group.size() === 0) groups.delete(name);
    },
    down: (name, below) => {
      const group = groups.get(name) ?? [];
      if (typeof group === 'number') return below === undefined || group < below ? [group] : [];
      return 'down' in group ? group.down(below) : group;
    },
    up: (name, above) => {
      const group = groups.get(name) ?? [];
      if (typeof group === 'number') return group > above ? [group] : [];
      return 'up' in group ? group.up(above) : group;
    },
  };
};
