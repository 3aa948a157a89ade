/** Things that come and go quickly, in the order of their arrival. */
type Arrivals<A> = {
  readonly add: (one: A) => void;
  /** Does nothing for what has left. */
  readonly remove: (one: A) => void;
  readonly count: () => number;
  /** Those that are here now. */
  readonly all: () => ReadonlyArray<A>;
};

/**
 * Creates an empty list of arrivals. A `Set` would keep nearly everything that has passed through it until V8 collects the whole
 * heap: when it makes room, its table before points to its next one. What leaves usually came first, and is found at once.
 */
export const createArrivals = <A>(): Arrivals<A> => {
  const present: Array<A> = [];
  return {
    add: (one) => {
      present.push(one);
    },
    remove: (one) => {
      const place = present.indexOf(one);
      if (place >= 0) present.splice(place, 1);
    },
    count: () => present.length,
    all: () => [...present],
  };
};
