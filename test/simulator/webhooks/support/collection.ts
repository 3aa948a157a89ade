/** Collects items that arrive one by one. */
export type Collection<A> = {
  readonly add: (item: A) => void;
  readonly items: () => ReadonlyArray<A>;
  /** Resolves with the first items once there are this many. */
  readonly first: (count: number) => Promise<ReadonlyArray<A>>;
};

/** Starts empty. */
export const collection = <A>(): Collection<A> => {
  const items: Array<A> = [];
  const waiting = new Set<() => void>();
  return {
    add: (item) => {
      items.push(item);
      for (const look of waiting) look();
    },
    items: () => [...items],
    first: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (items.length < count) return;
          waiting.delete(look);
          resolve(items.slice(0, count));
        };
        waiting.add(look);
        look();
      }),
  };
};
