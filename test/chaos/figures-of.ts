import type { Tally } from './insist.js';

/** What a tally says, in the words of a report. */
export const figuresOf = (tally: Tally): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...tally].map(([outcome, count]) => [
      outcome === 'none' ? 'without an answer' : `answered ${outcome}`,
      count,
    ]),
  );
