/**
 * Maps every entry of a table and keeps its name. The compiler cannot follow a name through two
 * mapped types, so this file guarantees `R`: `make` gets exactly the entry of its name.
 */
export const mapTable = <R extends object, Entry = unknown>(
  table: { readonly [N in keyof R]: Entry },
  make: (entry: Entry, name: keyof R & string) => unknown,
): R => {
  // Keyed requests make tables of their own, and `Object.fromEntries` takes three times as long.
  const made: Record<string, unknown> = {};
  for (const name in table) made[name] = make(table[name], name);
  return made as R;
};

/**
 * Maps a table for each value that is `given` later. An entry is made when it is read: a request reads one or two of them. Such a table
 * must not be spread, because its entries are not its own.
 */
export const mapTableFor = <R extends object, Given, Entry = unknown>(
  table: { readonly [N in keyof R]: Entry },
  make: (entry: Entry, name: keyof R & string, given: Given) => unknown,
): ((given: Given) => R) => {
  const getters: PropertyDescriptorMap = {};
  for (const name in table) {
    getters[name] = {
      get(this: { readonly given: Given }) {
        return make(table[name], name, this.given);
      },
    };
  }
  const entries: object = Object.defineProperties({}, getters);
  return (given) => ({ __proto__: entries, given }) as object as R;
};

/** The entries of a table for which a condition holds. `R` must name exactly these. */
export const filterTable = <R extends { readonly [N in keyof R]: Entry }, Entry>(
  table: R,
  holds: (entry: Entry) => boolean,
): R => Object.fromEntries(Object.entries<Entry>(table).filter(([, entry]) => holds(entry))) as R;
