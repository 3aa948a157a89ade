/** Works on the elements of a list, in so many lanes: each takes the next element when it has ended one. */
export const inLanes = async <A>(
  lanes: number,
  list: ReadonlyArray<A>,
  work: (element: A) => Promise<void>,
): Promise<void> => {
  const queue = list.values();
  const lane = async () => {
    for (const element of queue) await work(element);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
