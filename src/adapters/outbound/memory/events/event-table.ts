import { createSequenceTree, type SequenceTree } from '../engine/state/sequence-tree.js';
import { createEventLanes, type EventLanes } from './event-lanes.js';
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
  /** Which of them can be claimed. */
  readonly lanes: () => Omit<EventLanes, 'add' | 'remove'>;
  /** The handled and the ignored ones, the first received first. */
  readonly finished: () => Iterable<KeptEvent>;
  readonly finishedCount: () => number;
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
  let received: Sequences = createSequenceTree();
  let finished: Sequences = createSequenceTree();
  let lanes = createEventLanes();

  const leaveIndexes = (event: KeptEvent): void => {
    finished.delete(event.sequence);
    lanes.remove(event);
  };

  return {
    get: (id) => byId.get(id),
    put: (event) => {
      const { sequence, stored } = event;
      const before = byId.get(stored.id);
      if (before !== undefined) leaveIndexes(before);
      byId.set(stored.id, event);
      received.set(sequence, event);
      lanes.add(event);
      if (stored.state !== 'pending' && stored.state !== 'dead') finished.set(sequence, event);
    },
    drop: (event) => {
      leaveIndexes(event);
      byId.delete(event.stored.id);
      received.delete(event.sequence);
    },
    clear: () => {
      byId.clear();
      received = createSequenceTree();
      finished = createSequenceTree();
      lanes = createEventLanes();
    },
    lanes: () => lanes,
    newestFirst: (before) => valuesOf(received, received.down(before)),
    oldestFirst: (after = lowest) => valuesOf(received, received.up(after)),
    finished: () => valuesOf(finished, finished.up(lowest)),
    finishedCount: () => finished.size(),
  };
};
