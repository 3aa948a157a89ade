/** Returns the error with which a promise rejects; it must be of this class. */
export const refusedWith = async <E extends Error>(
  kind: abstract new (...args: ReadonlyArray<never>) => E,
  work: Promise<unknown>,
): Promise<E> => {
  const outcome = await work.then(
    (value: unknown) => new Error(`not refused: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof kind) return outcome;
  throw outcome;
};
