import type { EventStore } from '../../../application/ports/event-store.js';
import { createListeners } from '../create-listeners.js';
import { createMemoryInbox } from './events/create-memory-inbox.js';
import { createMemoryQueue } from './events/create-memory-queue.js';
import { createEventTable } from './events/event-table.js';
import { takeSome } from './events/take-some.js';

/** An event inbox in memory, with its queue. */
export type MemoryEventInbox = EventStore & {
  /** Forgets every event. */
  readonly clear: () => void;
};

const usualFinished = 10_000;

/**
 * Keeps received events in memory, for as long as the process lives: all that are pending or dead, and the last
 * `keepFinished` (10 000) of the others.
 */
export const createMemoryEventInbox = (keepFinished = usualFinished): MemoryEventInbox => {
  const events = createEventTable();
  const listeners = createListeners();
  const changed = (): void => {
    const tooMany = events.finishedCount() - keepFinished;
    for (const event of takeSome(events.finished(), () => true, tooMany)) events.drop(event);
    listeners.call();
  };

  return {
    ...createMemoryInbox(events, changed),
    ...createMemoryQueue(events, changed),
    onDue: listeners.add,
    clear: events.clear,
  };
};
