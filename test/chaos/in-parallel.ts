const atOnce = 8;

/** Does something with each of these, several at a time, beginning in their order. */
export const inParallel = async <A>(
  items: ReadonlyArray<A>,
  work: (item: A) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
};
