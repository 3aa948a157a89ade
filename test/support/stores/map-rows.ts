import type { Row, Rows } from '../../../src/index.js';

export const mapRows = <A>(): Rows<A> => {
  const rows = new Map<string, Row<A>>();
  return {
    read: async (id) => rows.get(id) ?? null,
    compareAndSwap: async (id, before, after) => {
      if (rows.get(id)?.version !== before?.version) return false;
      if (after === null) rows.delete(id);
      else rows.set(id, after);
      return true;
    },
    list: (name, after) => {
      const isAfter = ({ at, id }: Row<A>): boolean =>
        after === undefined || at > after.at || (at === after.at && id > after.id);
      return [...rows.values()]
        .filter((row) => row.list === name && isAfter(row))
        .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    },
  };
};
