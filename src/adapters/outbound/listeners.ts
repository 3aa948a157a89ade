/** Those who are told when something happens. */
export type Listeners = {
  /** Adds one, which may be there already; ends with the function. */
  readonly add: (listener: () => void) => () => void;
  readonly call: () => void;
};

/** None yet. */
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
