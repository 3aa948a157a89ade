import { visible } from '../../domain/text/visible.js';
import { painter } from './paint.js';
import type { Screen } from './screen.js';

const gap = '  ';

// Less of the last column says nothing.
const leastShown = 12;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/**
 * A table for people: a line for each row below the names of the columns. The last column takes what is left of the width, and
 * is cut where it is longer.
 */
export const renderTable = (
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  { columns, isColoured }: Pick<Screen, 'columns' | 'isColoured'>,
): string => {
  const cells = rows.map((row) => row.map(visible));
  const widths = names.map((name, at) =>
    Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + gap.length, 0);
  const left = Math.max(columns - before, leastShown);
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((cell, at) => (at === names.length - 1 ? cut(cell, left) : cell.padEnd(widths[at] ?? 0)))
      .join(gap)
      .trimEnd();
  return [painter(isColoured)('grey', line(names)), ...cells.map(line)]
    .map((text) => `${text}\n`)
    .join('');
};
