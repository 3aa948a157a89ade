import { isObject, objectFields } from '../../domain/input/json.js';
import { typingMistakes } from '../../domain/input/misspelt-names.js';
import { unitsOfCurrency } from '../../domain/money/currency.js';
import type { ReconciledOrder } from '../../domain/reconciliation/ledger-case.js';
import { decodeShopOrders } from '../../torture/driver/decode-answers.js';
import { TortureProblem } from '../../torture/options/torture-problem.js';
import type { CsvRow } from './csv.js';
import { OrdersProblem } from './orders-problem.js';

const momentOf = (value: unknown): number | undefined => {
  // Milliseconds would be far in the future, where no rule says anything.
  if (typeof value === 'number') return /^\d{9,11}$/.test(String(value)) ? value : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d{9,11}$/.test(value)) return Number(value);
  const text = value.replace(' ', 'T');
  const isDated = /^\d{4}-\d{2}-\d{2}/.test(text);
  // Without a zone a time is UTC, as a day is: otherwise the zone of this machine would decide.
  const zoned = /T[\d:.]+$/.test(text) ? `${text}Z` : text;
  const milliseconds = isDated ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
};

const momentIn = (
  fields: Readonly<Record<string, unknown>>,
  name: string,
  place: string,
): number | undefined => {
  const given = fields[name];
  if (given === undefined || given === null || given === '') return undefined;
  const moment = momentOf(given);
  if (moment !== undefined) return moment;
  throw new OrdersProblem(
    `${place}: ${name} is ${JSON.stringify(given)}, but must be Unix seconds, or a time such as 2026-01-31T18:00:00Z`,
  );
};

/**
 * An order as the driver of a torture test returns it, with `created` and `shipped_at`. `place`: for messages. Throws an
 * `OrdersProblem`.
 */
export const orderOfFields = (value: unknown, place: string): ReconciledOrder => {
  const fields = isObject(value) ? objectFields(value) : {};
  const created = momentIn(fields, 'created', place);
  const shippedAt = momentIn(fields, 'shipped_at', place);
  try {
    const [order] = decodeShopOrders([value]);
    if (order === undefined) throw new OrdersProblem(`${place} has no order`);
    return {
      ...order,
      ...(created === undefined ? {} : { created }),
      ...(shippedAt === undefined ? {} : { shippedAt }),
    };
  } catch (error) {
    if (!(error instanceof TortureProblem)) throw error;
    throw new OrdersProblem(error.message.replaceAll('orders()[0]', place));
  }
};

/** Minor units of a decimal text in whole units: `19.99` or `19,99`. */
const minorOf = (value: string, currency: string, name: string, place: string): number => {
  const units = unitsOfCurrency(currency);
  if (units === undefined) {
    throw new OrdersProblem(
      `${place}: ${name} is in whole units, so the column currency must name a currency; it is ${JSON.stringify(currency)}`,
    );
  }
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(value.trim()) ?? [];
  if (whole === undefined || fraction.length > units.decimals) {
    throw new OrdersProblem(
      `${place}: ${name} is ${JSON.stringify(value)}, but must be an amount such as ${units.decimals === 0 ? '1999' : '19.99'}, without separators of thousands; or name the column ${name}_minor, in minor units`,
    );
  }
  return Number(`${whole}${fraction.padEnd(units.decimals, '0')}`);
};

const known = [
  'id',
  'amount',
  'amount_minor',
  'currency',
  'state',
  'refunded',
  'refunded_minor',
  'reference',
  'shipments',
  'created',
  'shipped_at',
];

// An export has other columns too. One that is almost a known one would be left out in silence, and without a state orders are paid.
const refuseMisspelt = (names: ReadonlyArray<string>): void => {
  const absent = known.filter((name) => !names.includes(name));
  for (const name of names.filter((one) => !known.includes(one))) {
    const meant = absent.find(
      (one) => typingMistakes(name, one, 1) <= 1 || (one === 'state' && name === 'status'),
    );
    if (meant === undefined) continue;
    throw new OrdersProblem(
      `the orders have the column ${JSON.stringify(name)}, which is not known: did you mean ${meant}? Otherwise give it a name that is less like ${meant}, or leave it out`,
    );
  }
};

/** Reads the names of the columns. Throws an `OrdersProblem` if a needed one is missing, or one is almost a known one. */
export const columnsOf = ({ cells }: CsvRow): ReadonlyArray<string> => {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll(/[ -]/g, '_'));
  refuseMisspelt(names);
  const needed = [['id'], ['amount', 'amount_minor']];
  const missing = needed.find((choices) => choices.every((name) => !names.includes(name)));
  if (missing === undefined) return names;
  throw new OrdersProblem(
    `the orders have no column ${missing.join(' or ')}; they have ${names.join(', ')}. The first line names the columns: ${known.join(', ')}`,
  );
};

// Spreadsheets leave out empty cells at the end of a line. A line that ends before these was cut, or its amount has an unquoted comma.
const neverLeftOut = new Set(['id', 'amount', 'amount_minor', 'currency', 'state']);

const checkCells = (
  columns: ReadonlyArray<string>,
  cells: CsvRow['cells'],
  place: string,
): void => {
  const absent = columns.slice(cells.length).filter((name) => neverLeftOut.has(name));
  const surplus = cells.slice(columns.length).filter((cell) => cell.trim() !== '');
  if (absent.length === 0 && surplus.length === 0) return;
  throw new OrdersProblem(
    `${place} has ${cells.length} cells, but the first line names ${columns.length} columns: complete the line, and put texts with a separator in quotes`,
  );
};

/** An order of a line of CSV. Throws an `OrdersProblem`. */
export const orderOfCells = (
  columns: ReadonlyArray<string>,
  { cells, line }: CsvRow,
): ReconciledOrder => {
  const place = `line ${line}`;
  checkCells(columns, cells, place);
  const given = new Map(columns.map((name, at) => [name, (cells[at] ?? '').trim()] as const));
  const textOf = (name: string): string | undefined => {
    const text = given.get(name);
    return text === '' ? undefined : text;
  };
  const currency = textOf('currency');
  const minor = (name: string): number | undefined => {
    const exact = textOf(`${name}_minor`);
    if (exact !== undefined) return Number(exact);
    const whole = textOf(name);
    return whole === undefined ? undefined : minorOf(whole, currency ?? '', name, place);
  };
  const shipments = textOf('shipments');
  const state = columns.includes('state') ? textOf('state') : 'paid';
  if (state === undefined) {
    throw new OrdersProblem(`${place}: state is empty. Without the column, all orders are paid`);
  }
  return orderOfFields(
    {
      id: textOf('id'),
      amount: minor('amount'),
      state,
      currency,
      refunded: minor('refunded'),
      reference: textOf('reference'),
      shipments: shipments === undefined ? undefined : Number(shipments),
      created: textOf('created'),
      shipped_at: textOf('shipped_at'),
    },
    place,
  );
};
