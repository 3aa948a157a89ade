import { createSequenceTree, type SequenceTree } from './ordered-index.js';
import {
  copyPack,
  createPack,
  getFromPack,
  isInPack,
  type Pack,
  pageSize,
  removeFromPack,
  setInPack,
} from './packed-page.js';

/** Rows by sequence number. */
export type Rows<A> = {
  /** The same object again for as long as the row is among the newest, or among those that were read or changed lately. */
  readonly get: (sequence: number) => A | undefined;
  readonly set: (sequence: number, row: A) => void;
  readonly delete: (sequence: number) => void;
  readonly lowest: () => number | undefined;
  readonly size: () => number;
  /** The sequence numbers below this one in descending order; `undefined`: all. */
  readonly down: (below: number | undefined) => IterableIterator<number>;
  /** The sequence numbers above this one in ascending order. */
  readonly up: (above: number) => IterableIterator<number>;
  /** A copy. Both share what neither changes, so it costs the same at any size. */
  readonly fork: () => Rows<A>;
};

/** How rows are packed. */
export type Packing = {
  /** Of how many levels of objects rows are made that are alike; 1: only the rows themselves. */
  readonly levels: number;
  /** How many of the newest pages are left open. */
  readonly openPages: number;
};

/** The rows of `pageSize` sequence numbers. The newest pages are open: they hold the objects themselves. */
type Page<A> = {
  /** The rows that may change this page; others copy it first. */
  readonly owner: object;
  open: Array<A | undefined> | undefined;
  pack: Pack | undefined;
  count: number;
  /** No row stands at a lower place. */
  first: number;
};

// A prime: rows that are read at equal distances have different places.
const recentRows = 2039;

const isAt = <A>({ open, pack }: Page<A>, place: number): boolean =>
  open === undefined ? pack !== undefined && isInPack(pack, place) : open[place] !== undefined;

/** Rows of packed pages that were used lately, as objects. Each has one place, where the next row for it follows. */
const createRecent = <A>() => {
  let sequences: Array<number> = [];
  let rows: Array<A | undefined> = [];
  return {
    keep: (sequence: number, row: A): void => {
      // Made when it is needed: most tables have no packed pages.
      if (rows.length === 0) {
        sequences = Array.from({ length: recentRows }, () => -1);
        rows = Array.from({ length: recentRows }, () => undefined);
      }
      sequences[sequence % recentRows] = sequence;
      rows[sequence % recentRows] = row;
    },
    find: (sequence: number): A | undefined =>
      sequences[sequence % recentRows] === sequence ? rows[sequence % recentRows] : undefined,
    forget: (sequence: number): void => {
      if (sequences[sequence % recentRows] === sequence) rows[sequence % recentRows] = undefined;
    },
  };
};

// A pack returns what was put into it.
const isRow = <A>(value: unknown): value is A => value !== undefined;

const rowsOf = <A>(
  pages: SequenceTree<Page<A>>,
  count: number,
  { levels, openPages }: Packing,
): Rows<A> => {
  const owner = {};
  const recent = createRecent<A>();
  let size = count;

  const packed = (page: Page<A>): Pack => {
    const pack = createPack(levels);
    for (const [place, row] of (page.open ?? []).entries()) {
      if (row !== undefined) setInPack(pack, place, row);
    }
    return copyPack(pack);
  };
  const closePage = (number: number): void => {
    const page = pages.get(number);
    if (page?.open === undefined) return;
    pages.set(number, { ...page, owner, open: undefined, pack: packed(page) });
  };
  const changeable = (number: number): Page<A> => {
    const page = pages.get(number);
    if (page?.owner === owner) return page;
    const { open, pack, count: present = 0, first = pageSize } = page ?? {};
    const own: Page<A> = {
      owner,
      open: pack === undefined ? (open?.slice() ?? []) : undefined,
      pack: pack === undefined ? undefined : copyPack(pack),
      count: present,
      first,
    };
    pages.set(number, own);
    if (page === undefined) closePage(number - openPages);
    return own;
  };
  const places = function* (
    number: number,
    from: number,
    to: number,
    step: 1 | -1,
  ): IterableIterator<number> {
    const page = pages.get(number);
    if (page === undefined) return;
    for (let place = from; place !== to + step; place += step) {
      if (isAt(page, place)) yield number * pageSize + place;
    }
  };

  return {
    get: (sequence) => {
      const page = pages.get(Math.floor(sequence / pageSize));
      if (page === undefined) return undefined;
      const place = sequence % pageSize;
      if (page.pack === undefined) return page.open?.[place];
      const known = recent.find(sequence);
      if (known !== undefined) return known;
      const row = getFromPack(page.pack, place);
      if (!isRow<A>(row)) return undefined;
      recent.keep(sequence, row);
      return row;
    },
    set: (sequence, row) => {
      const page = changeable(Math.floor(sequence / pageSize));
      const place = sequence % pageSize;
      if (!isAt(page, place)) {
        size += 1;
        page.count += 1;
        page.first = Math.min(page.first, place);
      }
      if (page.open !== undefined) page.open[place] = row;
      if (page.pack !== undefined) {
        setInPack(page.pack, place, row);
        recent.keep(sequence, row);
      }
    },
    delete: (sequence) => {
      const number = Math.floor(sequence / pageSize);
      const place = sequence % pageSize;
      const known = pages.get(number);
      if (known === undefined || !isAt(known, place)) return;
      size -= 1;
      if (known.count === 1) {
        pages.delete(number);
        recent.forget(sequence);
        return;
      }
      const page = changeable(number);
      page.count -= 1;
      if (page.open !== undefined) page.open[place] = undefined;
      if (page.pack !== undefined) removeFromPack(page.pack, place);
      recent.forget(sequence);
      while (!isAt(page, page.first)) page.first += 1;
    },
    lowest: () => {
      const number = pages.lowest();
      const page = number === undefined ? undefined : pages.get(number);
      return number === undefined || page === undefined
        ? undefined
        : number * pageSize + page.first;
    },
    size: () => size,
    *down(below) {
      const last = below === undefined ? Infinity : below - 1;
      const number = Math.floor(last / pageSize);
      if (below !== undefined) yield* places(number, last % pageSize, 0, -1);
      for (const lower of pages.down(below === undefined ? undefined : number)) {
        yield* places(lower, pageSize - 1, 0, -1);
      }
    },
    *up(above) {
      const next = above + 1;
      const number = Math.floor(next / pageSize);
      yield* places(number, next % pageSize, pageSize - 1, 1);
      for (const higher of pages.up(number)) yield* places(higher, 0, pageSize - 1, 1);
    },
    fork: () => rowsOf(pages.fork(), size, { levels, openPages }),
  };
};

/** No rows. */
export const createRows = <A>(packing: Packing): Rows<A> =>
  rowsOf(createSequenceTree(), 0, packing);
