import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventInbox } from '../../../application/ports/event-inbox.js';
import type { StoredEvent } from '../../../domain/stored-event.js';

/** An event inbox in memory. */
export type MemoryEventInbox = EventInbox & {
  /** Forgets every event. */
  readonly clear: () => void;
};

/** Keeps received events in memory, for as long as the process lives. */
export const createMemoryEventInbox = (): MemoryEventInbox => {
  const events: Array<StoredEvent> = [];
  const positions = new Map<string, number>();

  return {
    store: (event, receivedAt) =>
      TE.fromIO(() => {
        if (positions.has(event.id)) return 'duplicate';
        positions.set(event.id, events.length);
        events.push({
          id: event.id,
          object: 'stored_event',
          type: event.type,
          received_at: receivedAt,
          event,
        });
        return 'stored';
      }),

    find: (id) => TE.fromIO(() => O.fromNullable(events[positions.get(id) ?? -1])),

    list: ({ limit, starting_after, ending_before, type }) =>
      TE.fromIO(() => {
        const cursor = starting_after ?? ending_before;
        const position = cursor === undefined ? events.length : positions.get(cursor);
        if (position === undefined) return O.none;
        const step = ending_before === undefined ? -1 : 1;
        const found: Array<StoredEvent> = [];
        let at = position + step;
        for (; found.length <= limit && at >= 0 && at < events.length; at += step) {
          const event = events[at];
          if (event !== undefined && (type === undefined || event.type === type)) found.push(event);
        }
        const items = found.slice(0, limit);
        return O.some({
          object: 'list' as const,
          data: step === 1 ? items.toReversed() : items,
          has_more: found.length > limit,
          url: '/api/events',
        });
      }),

    ready: TE.right(undefined),

    clear: () => {
      events.length = 0;
      positions.clear();
    },
  };
};
