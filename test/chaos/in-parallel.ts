/** Does something with each of these, so many at a time, beginning in their order. */
export const inParallel = async <A>(
  items: ReadonlyArray<A>,
  limit: number,
  work: (item: A) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const item of left) await work(item);
    }),
  );
};
