import type { JournalEntry } from '../journal/journal.js';
import type { OrderFinding } from '../judge/finding.js';
import type { Incident } from '../plan/incident.js';
import type { Cell, CellPlan, PlannedCell } from '../plan/single-faults.js';
import type { RunResult } from '../run/run-result.js';

/** A cell of the certificate with its mark. */
export type MarkedCell = Cell & {
  /** `held`: no rule was broken. `unreached`: it did not happen. */
  readonly mark: 'held' | 'broke' | 'unreached';
  /** Names of the rules that were broken. */
  readonly rules: ReadonlyArray<string>;
  /** Why it did not happen. */
  readonly why?: string;
};

/** Every message with every fault, and how the shop came through. */
export type Certificate = { readonly cells: ReadonlyArray<MarkedCell> };

/** Why a webhook was not late: other things about its order did not come to an end. */
export const tooSlow = 'the shop or the machine was too slow';

/** Why a cell has no mark of its own: the test was ended, or ended, before it was played. */
export const whyEnded = 'the test ended before';

const reasonOf = (incident: Incident, own: ReadonlyArray<JournalEntry>): string => {
  if ('call' in incident) {
    const { to, call } = incident;
    const isMade = own.some(
      (entry) =>
        entry.kind === 'call' &&
        (to === undefined ? entry.call === call : entry.name === to && entry.nth === call),
    );
    if (!isMade) return 'the shop did not make the call';
    if (incident.kind === 'overtaken' && own.some(({ kind }) => kind === 'held')) {
      return incident.stops === undefined
        ? 'one request waits for the other'
        : 'the other request waits, or makes no call';
    }
    return incident.kind === 'killed' || incident.kind === 'frozen'
      ? 'the shop was being started'
      : 'the call gave no occasion';
  }
  if ('commit' in incident) return 'the shop did not make the commit';
  if ('about' in incident) {
    const came = own.some((entry) => entry.kind === 'webhook' && entry.type === incident.about);
    return came ? tooSlow : 'no such webhook came';
  }
  if ('request' in incident) return 'there was no response';
  switch (incident.kind) {
    case 'challenged':
      return 'the customer was not asked to pass 3D Secure';
    case 'webhooks_reversed':
      return 'no two webhooks came';
    case 'refunded':
    case 'refund_clicked_twice':
      return 'the customer was not told that the order is paid, so that nothing is given back';
    default:
      return 'there was no occasion';
  }
};

/** The mark of each cell of a plan that was run. */
export const markCells = (
  { cells }: CellPlan,
  { journal, happened }: RunResult,
  findings: ReadonlyArray<OrderFinding>,
): ReadonlyArray<MarkedCell> => {
  return cells.map(({ cell, faults, order: { number, incidents } }) => {
    const rules = findings.filter(({ order }) => order === number).map(({ rule }) => rule);
    const missed = incidents.find(({ id }) => faults.includes(id) && !happened.has(id));
    const own = journal.filter(({ order }) => order === number);
    const missing = missed === undefined ? {} : { why: reasonOf(missed, own) };
    if (rules.length > 0) return { ...cell, mark: 'broke', rules, ...missing };
    return { ...cell, mark: missed === undefined ? 'held' : 'unreached', rules, ...missing };
  });
};

/** Takes the rules away that an order breaks without any fault: the faults are not to blame. */
export const withoutUsual = (cells: ReadonlyArray<MarkedCell>): ReadonlyArray<MarkedCell> => {
  const usual = new Map(
    cells
      .filter(({ fault }) => fault === 'nothing')
      .map(({ journey, rules }) => [journey, rules] as const),
  );
  return cells.map((cell) => {
    if (cell.fault === 'nothing' || cell.mark !== 'broke') return cell;
    const always = usual.get(cell.journey) ?? [];
    const rules = cell.rules.filter((rule) => !always.includes(rule));
    if (rules.length > 0) return { ...cell, rules };
    return { ...cell, rules, mark: cell.why === undefined ? 'held' : 'unreached' };
  });
};

/** The name of a cell, the same from run to run. */
export const keyOfCell = ({ journey, message, fault, second }: Cell): string =>
  JSON.stringify([journey, message, fault, second?.message, second?.fault]);

/** The planned cells that were not reached. */
export const unreachedOf = (
  planned: ReadonlyArray<PlannedCell>,
  marked: ReadonlyArray<MarkedCell>,
): ReadonlyArray<PlannedCell> => {
  const unreached = new Set(
    marked.filter(({ mark }) => mark === 'unreached').map((cell) => keyOfCell(cell)),
  );
  return planned.filter(({ cell }) => unreached.has(keyOfCell(cell)));
};
