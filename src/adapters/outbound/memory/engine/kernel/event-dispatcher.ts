import type { EventObject } from '../objects/event.js';

/** Called with each event after the request that caused it has finished. */
export type EventListener = (event: EventObject) => void | Promise<void>;

/** Called with what a listener throws or its promise rejects with. */
export type ListenerErrorHandler = (error: unknown, event: EventObject) => void;

/** Passes events to listeners, one by one and in order. */
export type EventDispatcher = {
  readonly add: (event: EventObject) => void;
  /** Passes on the added events. When a listener calls it, the running round passes them on. */
  readonly dispatch: () => void;
  readonly drop: () => void;
  /** Returns a function that unsubscribes. `dropped`: called after a reset or restore, when past events no longer hold. */
  readonly listen: (listener: EventListener, dropped?: () => void) => () => void;
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
      if (listeners.size > 0) waiting.push(event);
    },
    dispatch: () => {
      if (dispatching) return;
      dispatching = true;
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        for (const entry of Array.from(listeners)) {
          if (listeners.has(entry)) deliver(entry.listener, event);
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
