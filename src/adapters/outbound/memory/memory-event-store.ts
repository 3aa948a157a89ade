import type { EventStore } from '../../../application/ports/event-store.js';
import { createListeners } from '../create-listeners.js';
import { createMemoryInbox } from './events/create-memory-inbox.js';
import { createMemoryQueue } from './events/create-memory-queue.js';
import { dropped } from './events/drop-events.js';
import { createEventTable } from './events/event-table.js';
import { takeSome } from './events/take-some.js';

/** An event store in memory. */
export type MemoryEventStore = EventStore & {
  /** Forgets every event. */
  readonly clear: () => void;
};

const usualFinished = 10_000;
const usualIds = 50_000;

/**
 * Keeps received events in memory, for as long as the process lives: all that are pending or dead, the last `keepFinished`
 * (10 000) of the others, and of `keepIds` (50 000) more the id, by which they are known when they come again.
 */
export const createMemoryEventStore = (
  keepFinished = usualFinished,
  keepIds = usualIds,
): MemoryEventStore => {
  const events = createEventTable();
  const listeners = createListeners();

  const dropOldest = (): void => {
    const [oldest] = (['handled', 'ignored'] as const)
      .flatMap((state) => takeSome(events.ofState(state), () => true, 1))
      .toSorted((one, other) => one.sequence - other.sequence);
    if (oldest !== undefined) events.put(dropped(oldest));
  };
  const changed = (): void => {
    const finished = events.count('handled') + events.count('ignored') - keepFinished;
    for (let n = 0; n < finished; n += 1) dropOldest();
    const ids = events.count('dropped') - keepIds;
    for (const event of takeSome(events.ofState('dropped'), () => true, ids)) events.drop(event);
    listeners.call();
  };

  return {
    ...createMemoryInbox(events, changed),
    ...createMemoryQueue(events, changed),
    onDue: listeners.add,
    clear: events.clear,
  };
};
