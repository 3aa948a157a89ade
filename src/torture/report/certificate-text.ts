import { countText, listText } from '../../domain/text/words.js';
import { usualJourney } from '../plan/journeys.js';
import type { Cell } from '../plan/single-faults.js';
import { type Certificate, type MarkedCell, tooSlow } from '../result/certificate.js';
import type { CertificateChanges } from '../result/certificate-changes.js';
import { isMendedByTime } from '../run/until-mended.js';
import { figureText } from './wording.js';

/** Signs of the marks, for a terminal and a page. */
export const markSigns: { readonly [M in MarkedCell['mark']]: string } = {
  held: '✓',
  broke: '✗',
  unreached: '–',
};

const countOf = (cells: ReadonlyArray<MarkedCell>, mark: MarkedCell['mark']): number =>
  cells.filter((cell) => cell.mark === mark).length;

const sentence = (
  cells: ReadonlyArray<MarkedCell>,
  what: (count: number) => string,
): ReadonlyArray<string> => {
  if (cells.length === 0) return [];
  const [held, broke] = [countOf(cells, 'held'), countOf(cells, 'broke')];
  const unreached = countOf(cells, 'unreached');
  const all = held + broke;
  return [
    `${held} of ${what(all)} ${all === 1 ? 'holds' : 'hold'}${unreached === 0 ? '' : `, and ${unreached} could not be reached`}.`,
  ];
};

/** `608 of 608 single faults hold, and 4 could not be reached. 311 of 311 classes of pairs hold.` */
export const certificateSummary = ({ cells }: Certificate): string =>
  [
    ...sentence(
      cells.filter(({ second }) => second === undefined),
      (count) => figureText(count, 'single fault'),
    ),
    ...sentence(
      cells.filter(({ second }) => second !== undefined),
      (count) => `${count} ${count === 1 ? 'class' : 'classes'} of pairs`,
    ),
  ].join(' ');

/** The name of the row of a cell: a message, or the first fault of pairs. */
const rowName = ({ journey, message, fault, second }: Cell): string => {
  const row = journey === usualJourney ? message : `${journey}: ${message}`;
  return second === undefined ? row : `${row} × ${fault}, then`;
};

/** The name of a cell in its row. */
export const columnName = ({ fault, second }: Cell): string =>
  second === undefined ? fault : `${second.message} × ${second.fault}`;

/** `POST /v1/refunds × answer_lost`, with the journey if it is not the usual one. */
export const cellName = (cell: Cell): string =>
  `${rowName(cell)}${cell.second === undefined ? ' ×' : ''} ${columnName(cell)}`;

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

/** The whole certificate, a line for each cell, and sentences about what was not tried. Ends with a line feed. */
export const certificateText = (
  certificate: Certificate,
  untried: ReadonlyArray<string> = [],
): string => {
  const width = Math.max(...certificate.cells.map((cell) => columnName(cell).length), 0);
  return [
    certificateSummary(certificate),
    ...untried.map((what) => `Not tried: ${what}`),
    ...certificateRows(certificate).flatMap(([row, cells]) => [
      '',
      row,
      ...cells.map(
        (cell) => `  ${markSigns[cell.mark]} ${columnName(cell).padEnd(width)}  ${markText(cell)}`,
      ),
    ]),
    '',
  ].join('\n');
};

const notToBeTrusted =
  'the results are not to be trusted. Run it on a quieter machine, or with a longer settle.patienceMs.';

/**
 * Why the marks may be wrong: an order without any fault did not come to its end in time, or a webhook that was to be late was not.
 * `null`: nothing speaks for it.
 */
export const doubtAbout = ({ cells }: Certificate): string | null => {
  const late = cells
    .filter(({ fault }) => fault === 'nothing')
    .flatMap(({ rules }) => rules)
    .filter(isMendedByTime);
  if (late.length > 0) {
    return `Orders without any fault broke ${listText([...new Set(late)])}: if the shop is right, it or the machine is too slow, and ${notToBeTrusted}`;
  }
  const slow = cells.filter(({ mark, why }) => mark === 'unreached' && why === tooSlow);
  return slow.length === 0
    ? null
    : `The shop or the machine was too slow for ${countText(slow.length, 'fault')}: ${notToBeTrusted}`;
};

const mostTold = 20;

/** The cells that did not hold, each a line, those that could not be reached by their reason. */
export const openCells = ({ cells }: Certificate): ReadonlyArray<string> => {
  const broke = cells.filter(({ mark }) => mark === 'broke');
  const reasons = new Map<string, Array<string>>();
  for (const cell of cells.filter(({ mark }) => mark === 'unreached')) {
    const { why = '' } = cell;
    reasons.set(why, [...(reasons.get(why) ?? []), cellName(cell)]);
  }
  return [
    ...broke
      .slice(0, mostTold)
      .map((cell) => `${markSigns.broke} ${cellName(cell)}: ${listText(cell.rules)}`),
    ...(broke.length > mostTold ? [`and ${broke.length - mostTold} more`] : []),
    ...[...reasons].map(
      ([why, names]) =>
        `${markSigns.unreached} ${names.slice(0, 3).join('; ')}${names.length > 3 ? `; and ${names.length - 3} more` : ''}: ${why}`,
    ),
  ];
};

const unplayedText = (cells: ReadonlyArray<MarkedCell>): ReadonlyArray<string> => {
  const singles = cells.filter(({ second }) => second === undefined).length;
  const pairs = cells.length - singles;
  return [
    ...(singles === 0 ? [] : [figureText(singles, 'single fault')]),
    ...(pairs === 0 ? [] : [`${figureText(pairs, 'pair')} (--pairs plays them)`]),
  ].map((what) => `not played: ${what}, whose earlier marks are kept`);
};

/** The lines about everything that is new, gone or changed since an earlier certificate. */
export const changesText = ({
  added,
  gone,
  unplayed,
  changed,
}: CertificateChanges): ReadonlyArray<string> => [
  ...unplayedText(unplayed),
  ...added.map((cell) => `new: ${cellName(cell)}: ${markText(cell)}`),
  ...gone.map((cell) => `gone: ${cellName(cell)}`),
  ...changed.map(
    ({ before, after }) =>
      `changed: ${cellName(after)}: ${markText(before)} before, ${markText(after)} now`,
  ),
];
