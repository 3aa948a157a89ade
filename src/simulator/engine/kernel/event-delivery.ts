import type { EventObject } from '../objects/event.js';
import { deepFreeze } from '../objects/json.js';
import type { State } from '../store/state.js';
import type { EngineClock } from './clock.js';

/** The events that have happened but are not visible yet, and the delay of events in seconds. */
export type LateEventsDump = {
  readonly delay: number;
  readonly events: ReadonlyArray<EventObject>;
};

/** Holds events back, in order, until they are due. */
export type LateEvents = {
  readonly delay: (seconds: number) => void;
  /** Whether new events have to wait: there is a delay, or an earlier event waits. */
  readonly holds: () => boolean;
  readonly add: (event: EventObject) => void;
  /** Removes and returns the events that are due. `now`: Unix seconds. */
  readonly takeDue: (now: number) => ReadonlyArray<EventObject>;
  /** `undefined` if there is no delay and no event waits. */
  readonly dump: () => LateEventsDump | undefined;
};

export const createLateEvents = (from: LateEventsDump = { delay: 0, events: [] }): LateEvents => {
  let seconds = from.delay;
  const waiting = [...from.events];
  return {
    delay: (given) => {
      seconds = given;
    },
    holds: () => seconds !== 0 || waiting.length !== 0,
    add: (event) => {
      waiting.push(event);
    },
    takeDue: (now) => {
      if (waiting.length === 0) return [];
      const early = waiting.findIndex(({ created }) => created + seconds > now);
      return waiting.splice(0, early === -1 ? waiting.length : early);
    },
    dump: () =>
      seconds === 0 && waiting.length === 0 ? undefined : { delay: seconds, events: [...waiting] },
  };
};

/** Called with each event after the request that caused it has finished. */
type EventListener = (event: EventObject) => unknown;

/** Called with what a listener throws or its promise rejects with. */
export type ListenerErrorHandler = (error: unknown, event: EventObject) => void;

/** Passes events to listeners, one by one and in order. */
export type EventDispatcher = {
  readonly add: (event: EventObject) => void;
  /** Passes on the added events. When a listener calls it, the running round passes them on. */
  readonly dispatch: () => void;
  readonly drop: () => void;
  /**
   * Returns a function that unsubscribes. `dropped`: called after a reset or restore, when past events no longer hold. `wants`:
   * whether the listener takes events of this type now; absent: all.
   */
  readonly listen: (
    listener: EventListener,
    dropped?: () => void,
    wants?: (type: string) => boolean,
  ) => () => void;
};

/** Throws as an uncaught exception, as Node does with errors of event listeners. */
export const throwOutside: ListenerErrorHandler = (error) => {
  queueMicrotask(() => {
    throw error;
  });
};

/** A dispatcher without listeners. */
export const createEventDispatcher = (onError: ListenerErrorHandler): EventDispatcher => {
  // Each registration is its own entry, so that one function can listen twice.
  const listeners = new Set<{
    readonly listener: EventListener;
    readonly dropped: (() => void) | undefined;
    readonly wants: (type: string) => boolean;
  }>();
  const waiting: Array<EventObject> = [];
  let dispatching = false;

  const report = (error: unknown, event: EventObject): void => {
    try {
      onError(error, event);
    } catch (another) {
      throwOutside(another, event);
    }
  };
  const deliver = (listener: EventListener, event: EventObject): void => {
    try {
      Promise.resolve(listener(event)).catch((error: unknown) => report(error, event));
    } catch (error) {
      report(error, event);
    }
  };

  return {
    add: (event) => {
      for (const { wants } of listeners) {
        if (!wants(event.type)) continue;
        waiting.push(deepFreeze(event));
        return;
      }
    },
    dispatch: () => {
      if (dispatching) return;
      dispatching = true;
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        for (const entry of Array.from(listeners)) {
          if (listeners.has(entry) && entry.wants(event.type)) deliver(entry.listener, event);
        }
      }
      dispatching = false;
    },
    drop: () => {
      waiting.length = 0;
      for (const { dropped } of Array.from(listeners)) dropped?.();
    },
    listen: (listener, dropped, wants = () => true) => {
      const entry = { listener, dropped, wants };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
};

type Delivery = {
  readonly memory: {
    readonly clock: Pick<EngineClock, 'now'>;
    readonly state: Pick<State, 'events'>;
    readonly lateEvents: LateEvents;
  };
  readonly options: { readonly keepEvents: number };
  readonly dispatcher: EventDispatcher;
};

/** Makes an event visible: in lists, to listeners and to webhooks. Drops the oldest beyond `keepEvents`. */
const show = ({ memory, options, dispatcher }: Delivery, event: EventObject): void => {
  const { events } = memory.state;
  events.put(event);
  // A restored snapshot can hold more events than this engine keeps.
  while (events.size() > options.keepEvents) events.removeOldest();
  dispatcher.add(event);
};

/** Makes the events visible that are due. */
export const releaseEvents = (delivery: Delivery): void => {
  const { clock, lateEvents } = delivery.memory;
  for (const event of lateEvents.takeDue(clock.now())) show(delivery, event);
};

/** Makes an event visible that has just happened, or lets it wait until it is due. */
export const deliverEvent = (delivery: Delivery, event: EventObject): void => {
  const { lateEvents } = delivery.memory;
  if (lateEvents.holds()) {
    lateEvents.add(event);
    releaseEvents(delivery);
  } else show(delivery, event);
};
