import type { Tally } from './client.js';
import { chaosSeed } from './draw.js';

type Figures = Readonly<Record<string, number>>;

const blocks: Array<string> = [];

const width = 8;

/** Records figures, which are printed at the end of the run. */
export const report = (name: string, figures: Figures): void => {
  const told = Object.entries(figures).map(
    ([what, figure]) => `${String(figure).padStart(width)}  ${what}`,
  );
  blocks.push([name, ...told].join('\n'));
};

after(() => {
  if (process.env['CHAOS'] !== 'full') return;
  console.log(['', ...blocks, `To repeat this run: SEED=${chaosSeed}`, ''].join('\n\n'));
});

/** The lines of a report for a tally. */
export const figuresOf = (tally: Tally): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...tally]
      .map(([outcome, count]): [string, number] => [
        outcome === 'none' ? 'requests without an answer' : `requests answered ${outcome}`,
        count,
      ])
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
