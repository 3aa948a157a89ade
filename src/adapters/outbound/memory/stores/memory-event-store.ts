import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { eventPage, isListedEvent } from '../../../../application/events/event-page.js';
import { receivedRow } from '../../../../application/events/event-row.js';
import type { EventInbox, EventStore } from '../../../../application/ports/event-store.js';
import type { ProcessorEvent } from '../../../../domain/events/processor-event.js';
import type { StoredEvent } from '../../../../domain/events/stored-event.js';
import { createListeners } from '../../listeners.js';
import { createMemoryQueue } from './event-store/event-queue.js';
import { createEventTable, type EventTable, takeSome } from './event-store/event-table.js';

// Events never change, and are listed more than once.
const sizes = new WeakMap<ProcessorEvent, number>();

const sizeOf = (event: ProcessorEvent): number => {
  const size = sizes.get(event) ?? JSON.stringify(event).length;
  sizes.set(event, size);
  return size;
};

// Comparing blocks all other work.
const comparedAtOnce = 1000;

/** The inbox functions over a table. `changed` is called after an event was stored. */
const createMemoryInbox = (
  events: EventTable,
  changed: (stored: StoredEvent) => void,
): EventInbox => {
  let sequence = 0;
  return {
    store: (event, receivedAt, ignoredBecause, signedWith) => async () => {
      if (events.has(event.id)) return E.right('duplicate');
      sequence += 1;
      const row = receivedRow(sequence, event, receivedAt, ignoredBecause, signedWith);
      events.put(row);
      changed(row.stored);
      return E.right('stored');
    },

    find: (id) =>
      TE.fromIO(() => {
        const found = events.get(id);
        return found === undefined
          ? O.none
          : O.some({ ...found.stored, taken_by: found.takenBy, tries: found.tries });
      }),

    list: (wanted) => async () => {
      const { starting_after, ending_before } = wanted;
      const cursor = starting_after ?? ending_before;
      let place = cursor === undefined ? undefined : events.get(cursor)?.sequence;
      if (cursor !== undefined && place === undefined) return E.right(O.none);
      const newerWanted = ending_before !== undefined;
      const found: Array<StoredEvent> = [];
      for (;;) {
        const walk = newerWanted ? events.oldestFirst(place) : events.newestFirst(place);
        const batch = takeSome(walk, () => true, comparedAtOnce);
        for (const { stored } of batch) if (isListedEvent(wanted, stored)) found.push(stored);
        if (found.length > wanted.limit || batch.length < comparedAtOnce) {
          return E.right(O.some(eventPage(wanted, found, sizeOf)));
        }
        place = batch.at(-1)?.sequence;
        await nextTurn();
      }
    },

    backlog: (upTo) =>
      TE.fromIO(() => {
        const [oldest] = events.ofState('pending');
        return {
          pending: Math.min(events.count('pending'), upTo),
          dead: Math.min(events.count('dead'), upTo),
          oldestPending: oldest?.stored.received_at ?? null,
        };
      }),

    ready: TE.right(undefined),
  };
};

/** An event store in memory. */
type MemoryEventStore = EventStore & {
  /** Forgets every event. */
  readonly clear: () => void;
};

/**
 * Creates an event store in memory. It is visible only to its own process and lost with it. It keeps all pending and dead
 * events, the last `keepFinished` handled and ignored ones, and the ids of `keepIds` more, to recognize duplicates.
 */
export const createMemoryEventStore = (
  keepFinished = 10_000,
  keepIds = 50_000,
): MemoryEventStore => {
  const events = createEventTable();
  const listeners = createListeners();

  const dropOld = (): void => {
    while (events.count('handled') + events.count('ignored') > keepFinished) events.dropOldest();
    while (events.count('dropped') > keepIds) events.forgetOldest();
  };
  const changed = (): void => {
    dropOld();
    listeners.call();
  };

  return {
    ...createMemoryInbox(events, ({ state }) => {
      // An ignored event is not due: nobody has to look for it.
      if (state === 'pending') changed();
      else dropOld();
    }),
    ...createMemoryQueue(events, changed),
    onDue: listeners.add,
    clear: events.clear,
  };
};
