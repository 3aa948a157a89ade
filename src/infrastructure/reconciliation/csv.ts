import { visible } from '../../domain/text/visible.js';
import { OrdersProblem } from './orders-problem.js';

/** Decimal comma and semicolons for spreadsheets in Spanish, decimal point and commas for those in English. */
export type CsvLocale = 'en' | 'es';

/** The start of a CSV file: spreadsheets take it for UTF-8. */
export const csvStart = '\u{feff}';

const separators = { en: ',', es: ';' } as const;

// A spreadsheet would run a text that begins like a formula.
const harmless = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text);

// A spreadsheet, or a terminal that shows the file, would obey them. Lines in quotes may break.
const plain = (text: string): string => text.split('\n').map(visible).join('\n');

const quoted = (text: string): string =>
  /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One line of CSV. A number is a decimal text such as `-19.99`, a text is anything else. */
export const csvLine = (
  cells: ReadonlyArray<{ readonly text: string } | { readonly number: string }>,
  locale: CsvLocale,
): string =>
  `${cells
    .map((cell) =>
      'number' in cell
        ? quoted(locale === 'es' ? cell.number.replace('.', ',') : cell.number)
        : quoted(harmless(plain(cell.text))),
    )
    .join(separators[locale])}\r\n`;

const separatorOf = (header: string): string =>
  ['\t', ';', ','].find((separator) => header.includes(separator)) ?? ',';

// A quote that is not closed would take the rest of the file for one cell.
const longestCell = 1_000_000;

/** A row of a CSV file, with the number of its first line. */
export type CsvRow = { readonly line: number; readonly cells: ReadonlyArray<string> };

/**
 * Reads CSV from parts of text: cells in quotes may have separators, line feeds and doubled quotes. The first line decides whether
 * comma, semicolon or tab separates. Empty lines are left out. Throws an `OrdersProblem` if a quote is not closed.
 */
export async function* csvRows(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<CsvRow> {
  let separator: string | undefined;
  let pending = '';
  let cells: Array<string> = [];
  let cell = '';
  let quote: 'none' | 'open' | 'closed' = 'none';
  let line = 1;
  let start = 1;
  let isFirst = true;

  // The compiler does not see that the generator above changes it.
  const isOpen = (): boolean => quote === 'open';
  const rowOf = (): CsvRow | null => {
    const row = { line: start, cells: [...cells, cell] };
    cells = [];
    cell = '';
    return row.cells.every((one) => one === '') ? null : row;
  };

  const read = function* (text: string): Generator<CsvRow> {
    for (const sign of text) {
      if (quote === 'open') {
        if (sign === '\n') line += 1;
        if (sign === '"') {
          quote = 'closed';
        } else if (cell.length < longestCell) cell += sign;
        else throw new OrdersProblem(`line ${start}: a quote is not closed, or a cell is too long`);
      } else if (sign === '"') {
        // A second quote inside quotes is one.
        if (quote === 'closed') cell += sign;
        quote = 'open';
      } else {
        quote = 'none';
        if (sign === separator) {
          cells.push(cell);
          cell = '';
        } else if (sign === '\n') {
          const row = rowOf();
          line += 1;
          start = line;
          if (row !== null) yield row;
        } else if (sign !== '\r') cell += sign;
      }
    }
  };

  for await (const chunk of chunks) {
    const text = isFirst ? chunk.replace(/^\u{feff}/u, '') : chunk;
    if (chunk !== '') isFirst = false;
    if (separator === undefined) {
      pending += text;
      if (!pending.includes('\n')) continue;
      separator = separatorOf(pending.slice(0, pending.indexOf('\n')));
      yield* read(pending);
      pending = '';
    } else yield* read(text);
  }
  if (pending !== '') {
    separator = separatorOf(pending);
    yield* read(pending);
  }
  if (isOpen()) throw new OrdersProblem(`line ${start}: a quote is not closed`);
  const last = rowOf();
  if (last !== null) yield last;
}
