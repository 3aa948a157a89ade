type Figures = Readonly<Record<string, number>>;

const lines: Array<string> = [];

/** Figures that are printed when the whole run has ended. */
export const report = (name: string, figures: Figures): void => {
  const told = Object.entries(figures).map(([what, figure]) => `${figure} ${what}`);
  lines.push(`${name}: ${told.join(', ')}`);
};

after(() => {
  if (process.env['CHAOS'] === 'full') console.log(`\n${lines.join('\n')}\n`);
});
