import { randomUUID } from 'node:crypto';
import { checkedOptions, must, optional, type Rules } from '../../application/checked-options.js';
import type { HandlingContext } from '../../application/events/handle-event.js';
import {
  type EventOf,
  eventProblem,
  isEventOf,
  type KnownEventType,
} from '../../domain/event-types.js';

/** What a handler is told beside the event. */
export type EventContext = HandlingContext & {
  /**
   * Aborts when the event is no longer this handler's: its lease was lost, the try took too long, or the process cannot wait any
   * longer.
   */
  readonly signal: AbortSignal;
};

/**
 * Takes an event of a type. Throwing or rejecting means that it could not: it is given the event again later. It may be
 * given the same event more than once even so, and events in another order than they happened.
 */
export type EventHandler<T extends string = string> = (
  event: EventOf<T>,
  context: EventContext,
) => Promise<void> | void;

/** How a handler is registered. */
export type HandlerOptions = {
  /**
   * The name under which it is kept that the handler has taken an event: 1 to 100 characters, of no other handler of the same
   * event, and the same in every process and version of yours. Absent: it is named by its type and how many came before it,
   * and what it has taken is known as long as the process lives.
   */
  readonly name?: string;
};

/** The handlers, by event type; `*` is every type. */
export type EventHandlers = {
  /**
   * Adds one; it is removed by what comes back. Throws a `TypeError` for a type that is no text, a handler that is no function,
   * and a name that is wrong or another handler's.
   */
  readonly on: <T extends KnownEventType | '*' | (string & {})>(
    type: T,
    handler: EventHandler<T>,
    options?: HandlerOptions,
  ) => () => void;
  /** In the order in which they were added. */
  readonly of: (
    type: string,
  ) => ReadonlyArray<{ readonly name: string; readonly handler: EventHandler }>;
};

// An object that is not what the handler's type promises fails the try, and nobody meets `undefined` in its place.
const expecting =
  <T extends string>(type: T, handler: EventHandler<T>): EventHandler =>
  (event, context) => {
    if (isEventOf(event, type)) return handler(event, context);
    throw new Error(eventProblem(event));
  };

const isName = (name: unknown): boolean =>
  typeof name === 'string' && /^[^\p{Cc}\p{Cs}]{1,100}$/u.test(name);

const rules: Rules<HandlerOptions> = {
  name: optional(must('must be a text of 1 to 100 characters', isName)),
};

/** None yet. */
export const createEventHandlers = (): EventHandlers => {
  type Entry = { readonly type: string; readonly name: string; readonly handler: EventHandler };
  const entries = new Set<Entry>();
  // Which handler is the first of its type may differ in another process, or in the next version: what one of them has taken
  // must not count for another one there.
  const process_ = randomUUID().slice(0, 8);
  const counts = new Map<string, number>();

  const nextName = (type: string): string => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return `${type} #${count} (process ${process_})`;
  };

  const isTaken = (name: string, type: string): boolean =>
    [...entries].some(
      (entry) => entry.name === name && (type === '*' || entry.type === '*' || entry.type === type),
    );

  return {
    on: (type, handler, options = {}) => {
      // What JavaScript would only notice with the first event, which was acknowledged by then.
      if (typeof type !== 'string' || type === '' || typeof handler !== 'function') {
        throw new TypeError("on: pass an event type, or '*', and a function that handles it");
      }
      const { name } = checkedOptions('on', rules, options);
      if (name !== undefined && isTaken(name, type)) {
        throw new TypeError(`on: another handler of this event is named ${name}`);
      }
      const entry: Entry = {
        type,
        name: name ?? nextName(type),
        handler: expecting(type, handler),
      };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    of: (type) => [...entries].filter((entry) => entry.type === '*' || entry.type === type),
  };
};
