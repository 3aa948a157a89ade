import type { ListName } from './rows.js';

type View = {
  list: ListName;
  /** The id of the object that is open. */
  object: string | null;
  /** The last answers of the server. */
  state: unknown;
  found: unknown;
  /** The rows of further pages. */
  more: Array<unknown>;
  hasMore: boolean;
  live: boolean;
};

/** The contents of the page. */
export const view: View = {
  list: 'payments',
  object: null,
  state: undefined,
  found: undefined,
  more: [],
  hasMore: false,
  live: true,
};
