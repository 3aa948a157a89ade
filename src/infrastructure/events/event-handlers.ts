import { randomUUID } from 'node:crypto';
import {
  checkedOptions,
  optional,
  options as optionsOf,
  textThat,
} from '../../application/checked-input.js';
import type { HandlingContext } from '../../application/events/handle-event.js';
import { describeEventProblem } from '../../domain/english-texts.js';
import {
  type EventOf,
  eventObjects,
  eventProblem,
  isEventOf,
  type KnownEventType,
} from '../../domain/events/event-types.js';
import { misspeltName } from '../../domain/input/misspelt-names.js';
import { type OutcomeType, outcomeObjects } from '../../domain/objects/payment-outcome.js';

/** Facts about the handling of an event, the second argument of its handlers. */
export type EventContext = HandlingContext & {
  /**
   * Aborts when the handler should give up: the lease of the event was lost, the try took too long, or the process is stopping.
   */
  readonly signal: AbortSignal;
};

/**
 * Handles the events of a type. If it throws or rejects, it gets the event again later. Write it so that it can get the same
 * event more than once, and events in another order than they happened.
 */
export type EventHandler<T extends string = string> = (
  event: EventOf<T>,
  context: EventContext,
) => Promise<void> | void;

/** The registered handlers. */
export type EventHandlers = {
  /**
   * Registers a handler for an event type, or with `*` for every type. Returns a function that removes it. Throws a
   * `TypeError` for wrong arguments, for a misspelt event type, and for a name that another handler of the same event has.
   */
  readonly on: <T extends KnownEventType | OutcomeType | '*' | (string & {})>(
    type: T,
    handler: EventHandler<T>,
    options?: HandlerOptions,
  ) => () => void;
  /** The handlers of an event type, in the order of their registration. */
  readonly of: (
    type: string,
  ) => ReadonlyArray<{ readonly name: string; readonly handler: EventHandler }>;
  /** Whether a handler was registered for this very type. */
  readonly isNamed: (type: string) => boolean;
};

// A handler may rely on the types of its event. An event with another object fails the try before the handler sees it.
const expecting =
  <T extends string>(type: T, handler: EventHandler<T>): EventHandler =>
  (event, context) => {
    if (isEventOf(event, type)) return handler(event, context);
    const problem = eventProblem(event);
    throw new Error(problem === undefined ? `not a ${type} event` : describeEventProblem(problem));
  };

const misspeltType = misspeltName([...Object.keys(eventObjects), ...Object.keys(outcomeObjects)]);

// A handler for an event that never comes would leave the real one unhandled, and nobody would notice.
const typeProblem = (type: string): string | null => {
  if (type !== '*' && type.includes('*')) {
    return `${type} is a pattern: pass one event type, or '*' for all`;
  }
  const meant = misspeltType(type);
  return meant === null ? null : `there is no event type ${type} (did you mean ${meant}?)`;
};

/** Options of `on`. */
export type HandlerOptions = {
  /**
   * 1 to 100 characters, unique among the handlers of an event type, and the same in all your processes and versions. The store
   * remembers under this name which events the handler has taken, so that it does not get them again when another handler of
   * the same event fails. Without a name, this is remembered only while the process runs.
   */
  readonly name?: string;
};

const HandlerOptions = optionsOf<HandlerOptions>({
  name: optional(
    textThat('must be a string of 1 to 100 characters without control characters', (name) =>
      /^[^\p{Cc}\p{Cs}]{1,100}$/u.test(name),
    ),
  ),
});

export const createEventHandlers = (): EventHandlers => {
  type Entry = { readonly type: string; readonly name: string; readonly handler: EventHandler };
  const entries = new Set<Entry>();
  // Handlers without a name are numbered, and in another process or version the same number may be another handler. The names
  // therefore include the process.
  const processId = randomUUID().slice(0, 8);
  const counts = new Map<string, number>();

  const nextName = (type: string): string => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return `${type} #${count} (process ${processId})`;
  };

  const isTaken = (name: string, type: string): boolean =>
    [...entries].some(
      (entry) => entry.name === name && (type === '*' || entry.type === '*' || entry.type === type),
    );

  return {
    on: (type, handler, options = {}) => {
      // Without types, a wrong argument would show up only at the first event, which is acknowledged by then.
      if (typeof type !== 'string' || type === '' || typeof handler !== 'function') {
        throw new TypeError("on: pass an event type or '*', and a handler function");
      }
      const problem = typeProblem(type);
      if (problem !== null) throw new TypeError(`on: ${problem}`);
      const { name } = checkedOptions('on', HandlerOptions, options);
      if (name !== undefined && isTaken(name, type)) {
        throw new TypeError(`on: the name ${name} is taken by another handler of the same event`);
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
    isNamed: (type) => [...entries].some((entry) => entry.type === type),
    of: (type) => [...entries].filter((entry) => entry.type === '*' || entry.type === type),
  };
};
