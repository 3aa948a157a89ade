/** The names that were not seen before, and whether no more will be shown. */
type NewNames = { readonly news: ReadonlyArray<string>; readonly isFull: boolean };

/** Finds the names of a subject that were not seen before: at most `most` in all, so that made-up names cannot fill a log. */
export const createNewNames = (
  most: number,
): ((subject: string, names: ReadonlyArray<string>) => NewNames) => {
  const seen = new Map<string, Set<string>>();
  return (subject, names) => {
    const known = seen.get(subject) ?? new Set();
    seen.set(subject, known);
    const news = [...new Set(names)]
      .filter((name) => !known.has(name))
      .slice(0, Math.max(most - known.size, 0));
    for (const name of news) known.add(name);
    return { news, isFull: known.size === most };
  };
};
