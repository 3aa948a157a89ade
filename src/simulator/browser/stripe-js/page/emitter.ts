import { IntegrationError } from './integration-error.js';

type Handler = (event: unknown) => void;

/** Registers handlers of events. Each function returns the object that has the events. */
export interface Registration<T> {
  readonly on: (event: string, handler: unknown) => T;
  readonly once: (event: string, handler: unknown) => T;
  /** Without a handler: removes all handlers of the event. */
  readonly off: (event: string, handler?: unknown) => T;
}

type Emitter<T> = Registration<T> & {
  readonly emit: (event: string, detail: unknown) => void;
  /** Whether the event has a handler. */
  readonly listens: (event: string) => boolean;
};

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

export const createEmitter = <T>(self: () => T): Emitter<T> => {
  const handlers = new Map<
    string,
    ReadonlyArray<{ readonly handler: Handler; readonly once: boolean }>
  >();

  const add = (event: string, handler: unknown, once: boolean): T => {
    if (!isHandler(handler)) {
      throw new IntegrationError(`The handler of the event '${event}' should be a function.`);
    }
    handlers.set(event, [...(handlers.get(event) ?? []), { handler, once }]);
    return self();
  };

  return {
    on: (event, handler) => add(event, handler, false),
    once: (event, handler) => add(event, handler, true),
    off: (event, handler) => {
      const kept = (handlers.get(event) ?? []).filter((one) => one.handler !== handler);
      handlers.set(event, handler === undefined ? [] : kept);
      return self();
    },
    listens: (event) => (handlers.get(event) ?? []).length > 0,
    emit: (event, detail) => {
      const called = handlers.get(event) ?? [];
      handlers.set(
        event,
        called.filter(({ once }) => !once),
      );
      for (const { handler } of called) handler(detail);
    },
  };
};
