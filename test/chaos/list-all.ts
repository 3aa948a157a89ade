import { at, listAt, textAt } from '../support/json/at.js';

/** All pages of a list. `page`: the list object after an id, or the first one. */
export const listAll = async (
  page: (query: string) => Promise<unknown>,
): Promise<ReadonlyArray<unknown>> => {
  const all: Array<unknown> = [];
  for (;;) {
    const cursor = all.length === 0 ? '' : `&starting_after=${textAt(all.at(-1), 'id')}`;
    const list = await page(`limit=100${cursor}`);
    all.push(...listAt(list, 'data'));
    if (at(list, 'has_more') !== true) return all;
  }
};
