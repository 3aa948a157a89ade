/** Pseudo-random choices: the same seed makes the same choices. */
export type Dice = {
  /** An integer from 0 to `end - 1`. */
  readonly below: (end: number) => number;
  /** Whether something with this probability happens. */
  readonly chance: (probability: number) => boolean;
  readonly one: <A>(list: ReadonlyArray<A>) => A;
  /** The same elements in another order. */
  readonly shuffled: <A>(list: ReadonlyArray<A>) => ReadonlyArray<A>;
};

/** The generator mulberry32. */
export const createDice = (seed: number): Dice => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (probability) => next() < probability,
    one: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
    shuffled: (list) =>
      list
        .map((element) => ({ element, place: next() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ element }) => element),
  };
};
