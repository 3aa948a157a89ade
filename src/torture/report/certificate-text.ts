import { listText } from '../../domain/words.js';
import { usualJourney } from '../plan/journeys.js';
import type { Certificate, MarkedCell } from '../result/certificate.js';
import type { CertificateChanges } from '../result/certificate-changes.js';
import { figureText } from './wording.js';

/** Signs of the marks, for a terminal and a page. */
export const markSigns: { readonly [M in MarkedCell['mark']]: string } = {
  held: '✓',
  broke: '✗',
  unreached: '–',
};

const countOf = (cells: ReadonlyArray<MarkedCell>, mark: MarkedCell['mark']): number =>
  cells.filter((cell) => cell.mark === mark).length;

/** `608 of 608 single faults hold, and 4 could not be reached.` */
export const certificateSummary = ({ cells }: Certificate): string => {
  if (cells.length === 0) return '';
  const [held, broke] = [countOf(cells, 'held'), countOf(cells, 'broke')];
  const unreached = countOf(cells, 'unreached');
  return `${held} of ${figureText(held + broke, 'single fault')} hold${unreached === 0 ? '' : `, and ${unreached} could not be reached`}.`;
};

/** The name of the row of a cell. */
export const rowName = ({ journey, message }: Pick<MarkedCell, 'journey' | 'message'>): string =>
  journey === usualJourney ? message : `${journey}: ${message}`;

/** The cells of each row, in the order of the rows. */
export const certificateRows = ({
  cells,
}: Certificate): ReadonlyArray<readonly [row: string, cells: ReadonlyArray<MarkedCell>]> => {
  const rows = new Map<string, Array<MarkedCell>>();
  for (const cell of cells) {
    const row = rowName(cell);
    const known = rows.get(row);
    if (known === undefined) rows.set(row, [cell]);
    else known.push(cell);
  }
  return [...rows];
};

/** A mark in words: `broke charged_twice`, `could not be reached: no such webhook came`. */
export const markText = ({ mark, rules, why = '' }: MarkedCell): string => {
  if (mark === 'held') return 'held';
  return mark === 'broke' ? `broke ${listText(rules)}` : `could not be reached: ${why}`;
};

/** The whole certificate, a line for each cell. Ends with a line feed. */
export const certificateText = (certificate: Certificate): string => {
  const width = Math.max(...certificate.cells.map(({ fault }) => fault.length), 0);
  return [
    certificateSummary(certificate),
    ...certificateRows(certificate).flatMap(([row, cells]) => [
      '',
      row,
      ...cells.map(
        (cell) => `  ${markSigns[cell.mark]} ${cell.fault.padEnd(width)}  ${markText(cell)}`,
      ),
    ]),
    '',
  ].join('\n');
};

const mostTold = 20;

/** The cells that did not hold, each a line, those that could not be reached by their reason. */
export const openCells = ({ cells }: Certificate): ReadonlyArray<string> => {
  const broke = cells.filter(({ mark }) => mark === 'broke');
  const reasons = new Map<string, Array<string>>();
  for (const cell of cells.filter(({ mark }) => mark === 'unreached')) {
    const { why = '' } = cell;
    reasons.set(why, [...(reasons.get(why) ?? []), `${rowName(cell)} × ${cell.fault}`]);
  }
  return [
    ...broke
      .slice(0, mostTold)
      .map(
        (cell) => `${markSigns.broke} ${rowName(cell)} × ${cell.fault}: ${listText(cell.rules)}`,
      ),
    ...(broke.length > mostTold ? [`and ${broke.length - mostTold} more`] : []),
    ...[...reasons].map(
      ([why, names]) =>
        `${markSigns.unreached} ${names.slice(0, 3).join('; ')}${names.length > 3 ? `; and ${names.length - 3} more` : ''}: ${why}`,
    ),
  ];
};

/** The lines about everything that is new, gone or changed since an earlier certificate. */
export const changesText = ({
  added,
  gone,
  changed,
}: CertificateChanges): ReadonlyArray<string> => [
  ...added.map((cell) => `new: ${rowName(cell)} × ${cell.fault}: ${markText(cell)}`),
  ...gone.map((cell) => `gone: ${rowName(cell)} × ${cell.fault}`),
  ...changed.map(
    ({ before, after }) =>
      `changed: ${rowName(after)} × ${after.fault}: ${markText(before)} before, ${markText(after)} now`,
  ),
];
