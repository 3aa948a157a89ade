/** A pattern with quadratic time needs seconds for a text of this length; a linear one needs less than 10 ms. */
export const longText = 95_000;

/** The limit for `took`, in milliseconds. */
export const patienceMs = 500;

/** Returns how long a function took, in milliseconds. */
export const took = async (work: () => unknown): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};
