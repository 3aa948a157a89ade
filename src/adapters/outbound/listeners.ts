type Listeners = {
  /** Adds a listener, also one that was added before. Returns the function that removes it. */
  readonly add: (listener: () => void) => () => void;
  /** Calls all listeners. */
  readonly call: () => void;
};

/** A list of listeners, empty at first. */
export const createListeners = (): Listeners => {
  const listeners = new Set<() => void>();
  return {
    add: (listener) => {
      const own = (): void => listener();
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    call: () => {
      for (const listener of listeners) listener();
    },
  };
};
