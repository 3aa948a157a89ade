import type { ListName } from './list-names.js';

type View = {
  list: ListName;
  /** The id of the object that is open. */
  object: string | null;
  /** The last answers of the server. */
  state: unknown;
  found: unknown;
  /** How many rows are shown at most. */
  take: number;
  /** The rows that somebody looks for. Empty texts: all. */
  filter: { text: string; status: string };
  /** The filter of the list in `state`. */
  listed: object | null;
  /** Whether the server has no such account. */
  isGone: boolean;
  live: boolean;
};

/** The rows that a list shows at first. */
export const usualRows = 50;

/** The most rows that the server returns. */
export const mostRows = 1000;

/** The contents of the page. */
export const view: View = {
  list: 'payments',
  object: null,
  state: undefined,
  found: undefined,
  take: usualRows,
  filter: { text: '', status: '' },
  listed: null,
  isGone: false,
  live: true,
};
