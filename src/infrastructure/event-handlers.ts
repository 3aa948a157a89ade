import type { EventHandler } from './event-handler.js';

/** The handlers, by event type; `*` is every type. */
export type EventHandlers = {
  /** Adds one; it is removed by what comes back. */
  readonly on: (type: string, handler: EventHandler) => () => void;
  /** In the order in which they were added. */
  readonly of: (type: string) => ReadonlyArray<EventHandler>;
};

/** None yet. */
export const createEventHandlers = (): EventHandlers => {
  type Entry = { readonly type: string; readonly handler: EventHandler };
  const entries = new Set<Entry>();
  return {
    on: (type, handler) => {
      const entry: Entry = { type, handler };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    of: (type) =>
      [...entries]
        .filter((entry) => entry.type === '*' || entry.type === type)
        .map(({ handler }) => handler),
  };
};
