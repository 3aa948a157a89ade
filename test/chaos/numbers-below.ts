/** 0, 1, 2 and so on. */
export const numbersBelow = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, number) => number);
