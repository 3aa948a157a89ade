import { createSequenceTree, type SequenceTree } from '../engine/state/sequence-tree.js';
import type { KeptEvent } from './kept-event.js';

/** Events by id, in order of receipt, and by what is asked of them. */
export type EventTable = {
  readonly get: (id: string) => KeptEvent | undefined;
  /** Keeps an event in place of what was there under its id. */
  readonly put: (event: KeptEvent) => void;
  readonly drop: (event: KeptEvent) => void;
  readonly clear: () => void;
  /** Those received before (or all), the last one first. */
  readonly newestFirst: (before?: number) => Iterable<KeptEvent>;
  /** Those received after (or all), the first one first. */
  readonly oldestFirst: (after?: number) => Iterable<KeptEvent>;
  /** The pending ones, by `created`, then by receipt. */
  readonly pending: () => Iterable<KeptEvent>;
  /** The handled and the ignored ones, the first received first. */
  readonly finished: () => Iterable<KeptEvent>;
  readonly finishedCount: () => number;
  /** All that are about the same object, this one too. */
  readonly ofObject: (event: KeptEvent) => Iterable<KeptEvent>;
};

type Sequences = SequenceTree<KeptEvent>;

const valuesOf = function* (tree: Sequences, keys: Iterable<number>): Iterable<KeptEvent> {
  for (const key of keys) {
    const event = tree.get(key);
    if (event !== undefined) yield event;
  }
};

const lowest = Number.NEGATIVE_INFINITY;

/** An empty table. */
export const createEventTable = (): EventTable => {
  const byId = new Map<string, KeptEvent>();
  const byObject = new Map<string, Set<string>>();
  let received: Sequences = createSequenceTree();
  let finished: Sequences = createSequenceTree();
  let pending: SequenceTree<Sequences> = createSequenceTree();

  const leaveIndexes = ({ sequence, stored }: KeptEvent): void => {
    finished.delete(sequence);
    const { created } = stored.event;
    const second = pending.get(created);
    second?.delete(sequence);
    if (second?.size() === 0) pending.delete(created);
  };

  return {
    get: (id) => byId.get(id),
    put: (event) => {
      const { sequence, stored } = event;
      const before = byId.get(stored.id);
      if (before !== undefined) leaveIndexes(before);
      byId.set(stored.id, event);
      received.set(sequence, event);
      if (stored.object_id !== null) {
        const siblings = byObject.get(stored.object_id) ?? new Set();
        byObject.set(stored.object_id, siblings.add(stored.id));
      }
      if (stored.state === 'pending') {
        const second: Sequences = pending.get(stored.event.created) ?? createSequenceTree();
        second.set(sequence, event);
        pending.set(stored.event.created, second);
      } else if (stored.state !== 'dead') finished.set(sequence, event);
    },
    drop: (event) => {
      const { id, object_id } = event.stored;
      leaveIndexes(event);
      byId.delete(id);
      received.delete(event.sequence);
      const siblings = byObject.get(object_id ?? '');
      siblings?.delete(id);
      if (siblings?.size === 0) byObject.delete(object_id ?? '');
    },
    clear: () => {
      byId.clear();
      byObject.clear();
      received = createSequenceTree();
      finished = createSequenceTree();
      pending = createSequenceTree();
    },
    newestFirst: (before) => valuesOf(received, received.down(before)),
    oldestFirst: (after = lowest) => valuesOf(received, received.up(after)),
    *pending() {
      for (const created of pending.up(lowest)) {
        const second = pending.get(created);
        if (second !== undefined) yield* valuesOf(second, second.up(lowest));
      }
    },
    finished: () => valuesOf(finished, finished.up(lowest)),
    finishedCount: () => finished.size(),
    *ofObject({ stored }) {
      for (const id of byObject.get(stored.object_id ?? '') ?? [stored.id]) {
        const sibling = byId.get(id);
        if (sibling !== undefined) yield sibling;
      }
    },
  };
};
