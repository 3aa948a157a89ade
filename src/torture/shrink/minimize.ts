const inParts = <T>(items: ReadonlyArray<T>, count: number): ReadonlyArray<ReadonlyArray<T>> =>
  Array.from({ length: count }, (_, part) =>
    items.slice(
      Math.floor((part * items.length) / count),
      Math.floor(((part + 1) * items.length) / count),
    ),
  );

/**
 * Delta debugging (Zeller's ddmin): the smallest list that was found to fail, of `items`, which fail. If `fails` always says
 * the same, no single item can be left out of the result. The empty list is tried too.
 */
export const minimize = async <T>(
  items: ReadonlyArray<T>,
  fails: (items: ReadonlyArray<T>) => Promise<boolean>,
): Promise<ReadonlyArray<T>> => {
  const tried = new Set<string>();
  const failsAnew = async (candidate: ReadonlyArray<T>): Promise<boolean> => {
    const name = candidate.map((item) => items.indexOf(item)).join();
    if (tried.has(name)) return false;
    tried.add(name);
    return fails(candidate);
  };
  const firstToFail = async (
    candidates: ReadonlyArray<ReadonlyArray<T>>,
  ): Promise<ReadonlyArray<T> | undefined> => {
    for (const candidate of candidates) if (await failsAnew(candidate)) return candidate;
    return undefined;
  };

  let smallest = items;
  let parts = 2;
  while (smallest.length > 1) {
    const current = smallest;
    const pieces = inParts(current, Math.min(parts, current.length));
    const piece = await firstToFail(pieces);
    if (piece !== undefined) {
      smallest = piece;
      parts = 2;
      continue;
    }
    const rest = await firstToFail(
      pieces.map((left) => current.filter((item) => !left.includes(item))),
    );
    if (rest !== undefined) {
      smallest = rest;
      parts = Math.max(parts - 1, 2);
      continue;
    }
    if (parts >= current.length) break;
    parts *= 2;
  }
  return smallest.length > 0 && (await failsAnew([])) ? [] : smallest;
};
