import { chaosSeed } from './chaos-seed.js';

type Figures = Readonly<Record<string, number>>;

const blocks: Array<string> = [];

const width = 8;

/** Figures that are printed when the whole run has ended. */
export const report = (name: string, figures: Figures): void => {
  const told = Object.entries(figures).map(
    ([what, figure]) => `${String(figure).padStart(width)}  ${what}`,
  );
  blocks.push([name, ...told].join('\n'));
};

after(() => {
  if (process.env['CHAOS'] !== 'full') return;
  console.log(['', ...blocks, `The same once more: SEED=${chaosSeed}`, ''].join('\n\n'));
});
