/** The first `limit` of those that are such. */
export const takeSome = <A>(
  all: Iterable<A>,
  isSuch: (one: A) => boolean,
  limit: number,
): ReadonlyArray<A> => {
  const found: Array<A> = [];
  for (const one of all) {
    if (found.length >= limit) break;
    if (isSuch(one)) found.push(one);
  }
  return found;
};
