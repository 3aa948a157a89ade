import type { KnownEventType } from '../../domain/event-of.js';
import { eventProblem } from '../../domain/event-problem.js';
import { isEventOf } from '../../domain/is-event-of.js';
import type { EventHandler } from './event-handler.js';

/** The handlers, by event type; `*` is every type. */
export type EventHandlers = {
  /** Adds one; it is removed by what comes back. Throws a `TypeError` for a type that is no text, or a handler that is no function. */
  readonly on: <T extends KnownEventType | '*' | (string & {})>(
    type: T,
    handler: EventHandler<T>,
  ) => () => void;
  /** In the order in which they were added. */
  readonly of: (type: string) => ReadonlyArray<EventHandler>;
};

// An object that is not what the handler's type promises fails the try, and nobody meets `undefined` in its place.
const expecting =
  <T extends string>(type: T, handler: EventHandler<T>): EventHandler =>
  (event, context) => {
    if (isEventOf(event, type)) return handler(event, context);
    throw new Error(eventProblem(event));
  };

/** None yet. */
export const createEventHandlers = (): EventHandlers => {
  type Entry = { readonly type: string; readonly handler: EventHandler };
  const entries = new Set<Entry>();
  return {
    on: (type, handler) => {
      // What JavaScript would only notice with the first event, which was acknowledged by then.
      if (typeof type !== 'string' || type === '' || typeof handler !== 'function') {
        throw new TypeError("on: say an event type, or '*', and a function that handles it");
      }
      const entry: Entry = { type, handler: expecting(type, handler) };
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
