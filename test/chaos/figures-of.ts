import type { Tally } from './insist.js';

/** What a tally says, in the words of a report. */
export const figuresOf = (tally: Tally): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...tally]
      .map(([outcome, count]): [string, number] => [
        outcome === 'none' ? 'requests without an answer' : `requests answered ${outcome}`,
        count,
      ])
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
