import type { EventObject } from '../objects/event.js';

/** Gets each event once the call that caused it is over. */
export type EventListener = (event: EventObject) => void | Promise<void>;

/** Gets what a listener throws, or what its promise rejects with. */
export type ListenerErrorHandler = (error: unknown, event: EventObject) => void;

/** Hands events to listeners, one after the other, in their order. */
export type EventDispatcher = {
  readonly add: (event: EventObject) => void;
  /** Hands over what was added. Called by a listener, it leaves that to the round that is under way. */
  readonly dispatch: () => void;
  readonly drop: () => void;
  /** `dropped`: called when what was handed over holds no longer, because the processor has another past now. */
  readonly listen: (listener: EventListener, dropped?: () => void) => () => void;
};

/** Throws where nobody but the process hears it: what Node does with the error of an event listener. */
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
  const hand = (listener: EventListener, event: EventObject): void => {
    try {
      Promise.resolve(listener(event)).catch((error: unknown) => report(error, event));
    } catch (error) {
      report(error, event);
    }
  };

  return {
    add: (event) => {
      if (listeners.size > 0) waiting.push(event);
    },
    dispatch: () => {
      if (dispatching) return;
      dispatching = true;
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        for (const entry of Array.from(listeners)) {
          if (listeners.has(entry)) hand(entry.listener, event);
        }
      }
      dispatching = false;
    },
    drop: () => {
      waiting.length = 0;
      for (const { dropped } of Array.from(listeners)) dropped?.();
    },
    listen: (listener, dropped) => {
      const entry = { listener, dropped };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
};
