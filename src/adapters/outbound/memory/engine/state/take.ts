/** The first rows of a walk; no more of them are read. */
export const take = <A>(rows: Iterable<A>, count: number): ReadonlyArray<A> => {
  const taken: Array<A> = [];
  for (const row of rows) {
    taken.push(row);
    if (taken.length === count) break;
  }
  return taken;
};
