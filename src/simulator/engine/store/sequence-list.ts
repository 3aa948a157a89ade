/**
 * Sequence numbers in ascending order, in pages. Nearly all are added at the end, which takes less time and memory than a
 * tree; every other change costs a page, and finding a place O(log n).
 */
export type SequenceList = {
  readonly pages: Array<Array<number>>;
  /** The pages that belong to another list too: they are copied before they change. */
  readonly shared: ReadonlySet<ReadonlyArray<number>> | undefined;
};

const pageLength = 512;

/** A list of numbers that are in order. */
export const createSequenceList = (sequences: Array<number>): SequenceList => ({
  pages: [sequences],
  shared: undefined,
});

/** A copy. Only the numbers of its pages are shared, so the other list must not change any more. */
export const forkList = ({ pages }: SequenceList): SequenceList => ({
  pages: pages.slice(),
  shared: new Set(pages),
});

export const isEmptyList = ({ pages }: SequenceList): boolean => pages.length === 0;

const isBelow = (one: number | undefined, other: number): boolean =>
  one !== undefined && one < other;

/** How many numbers of a page are below this one. */
const countBelow = (page: ReadonlyArray<number>, sequence: number): number => {
  let from = 0;
  let to = page.length;
  if (isBelow(page[to - 1], sequence)) return to;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBelow(page[middle], sequence)) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** The number of the only page in which this number can be. */
const pageFor = ({ pages }: SequenceList, sequence: number): number => {
  let from = 0;
  let to = pages.length - 1;
  // Mostly it is the newest page.
  if (isBelow(pages[to]?.[0], sequence)) return to;
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if (isBelow(pages[middle]?.[0], sequence + 1)) from = middle;
    else to = middle - 1;
  }
  return from;
};

const changeable = ({ pages, shared }: SequenceList, number: number): Array<number> => {
  const page = pages[number] ?? [];
  if (shared?.has(page) !== true) return page;
  const own = page.slice();
  pages[number] = own;
  return own;
};

/** Adds a number, unless the list has it. */
export const addToList = (list: SequenceList, sequence: number): void => {
  const number = pageFor(list, sequence);
  const page = list.pages[number] ?? [];
  const place = countBelow(page, sequence);
  if (page[place] === sequence) return;
  if (place === pageLength || isEmptyList(list)) {
    list.pages.splice(number + 1, 0, [sequence]);
    return;
  }
  const own = changeable(list, number);
  if (place === own.length) own.push(sequence);
  else own.splice(place, 0, sequence);
  if (own.length > pageLength) list.pages.splice(number + 1, 0, own.splice(pageLength / 2));
};

/** Removes a number, if the list has it. */
export const removeFromList = (list: SequenceList, sequence: number): void => {
  const number = pageFor(list, sequence);
  const page = list.pages[number] ?? [];
  const place = countBelow(page, sequence);
  if (page[place] !== sequence) return;
  if (page.length === 1) list.pages.splice(number, 1);
  // Events are removed in order: `shift` moves no number, and makes no array of the removed ones.
  else if (place === 0) changeable(list, number).shift();
  else changeable(list, number).splice(place, 1);
};

/** The numbers below this one in descending order; `undefined`: all. */
export const listDown = function* (
  list: SequenceList,
  below: number | undefined = Infinity,
): IterableIterator<number> {
  for (let number = pageFor(list, below); number >= 0; number -= 1) {
    const page = list.pages[number] ?? [];
    for (let place = countBelow(page, below) - 1; place >= 0; place -= 1) yield page[place] ?? -1;
  }
};

/** The numbers above this one in ascending order. */
export const listUp = function* (list: SequenceList, above: number): IterableIterator<number> {
  for (let number = pageFor(list, above); number < list.pages.length; number += 1) {
    const page = list.pages[number] ?? [];
    for (let place = countBelow(page, above + 1); place < page.length; place += 1) {
      yield page[place] ?? -1;
    }
  }
};
