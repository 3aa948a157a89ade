import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type EventInbox,
  type EventStore,
  longestPage,
} from '../../../../application/ports/event-store.js';
import type { ProcessorEvent } from '../../../../domain/processor-event.js';
import { newStoredEvent, type StoredEvent } from '../../../../domain/stored-event.js';
import { createListeners } from '../../listeners.js';
import { createMemoryQueue } from './event-store/event-queue.js';
import { createEventTable, type EventTable, takeSome } from './event-store/event-table.js';
import { received } from './event-store/kept-event.js';

type Wanted = Parameters<EventInbox['list']>[0];

const matches =
  ({ type, state, object_id }: Wanted) =>
  (stored: StoredEvent): boolean =>
    (type === undefined || stored.type === type) &&
    (state === undefined || stored.state === state) &&
    (object_id === undefined || stored.object_id === object_id);

// Comparing blocks all other work.
const comparedAtOnce = 1000;

// Events never change, and are listed more than once.
const sizes = new WeakMap<ProcessorEvent, number>();

const sizeOf = (event: ProcessorEvent): number => {
  const size = sizes.get(event) ?? JSON.stringify(event).length;
  sizes.set(event, size);
  return size;
};

type NewPage = {
  /** The events on the page so far. */
  readonly found: ReadonlyArray<StoredEvent>;
  /** Puts an event on the page. `true`: there was no room for it. */
  readonly lacksRoomFor: (stored: StoredEvent) => boolean;
};

const createPage = (limit: number): NewPage => {
  const found: Array<StoredEvent> = [];
  let size = 0;
  return {
    found,
    lacksRoomFor: (stored) => {
      if (found.length === limit) return true;
      size += sizeOf(stored.event);
      if (found.length > 0 && size > longestPage) return true;
      found.push(stored);
      return false;
    },
  };
};

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
      const stored = newStoredEvent(event, receivedAt, ignoredBecause ?? null, signedWith ?? null);
      events.put(received(sequence, stored));
      changed(stored);
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
      const { limit, starting_after, ending_before } = wanted;
      const cursor = starting_after ?? ending_before;
      let place = cursor === undefined ? undefined : events.get(cursor)?.sequence;
      if (cursor !== undefined && place === undefined) return E.right(O.none);
      const newerWanted = ending_before !== undefined;
      const isWanted = matches(wanted);
      const { found, lacksRoomFor } = createPage(limit);
      for (;;) {
        const walk = newerWanted ? events.oldestFirst(place) : events.newestFirst(place);
        const batch = takeSome(walk, () => true, comparedAtOnce);
        const hasMore = batch.some(({ stored }) => isWanted(stored) && lacksRoomFor(stored));
        if (hasMore || batch.length < comparedAtOnce) {
          return E.right(
            O.some({
              object: 'list' as const,
              data: newerWanted ? found.toReversed() : found,
              has_more: hasMore,
              url: '/api/events',
            }),
          );
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
