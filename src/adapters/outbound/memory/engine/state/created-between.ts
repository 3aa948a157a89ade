import type { CreatedRange } from '../params/page.js';
import type { Between, Table } from './table.js';

/**
 * The rows of a table that were created in a range of time, both ends whole seconds. Rows come in the order of their
 * creation, so that a range of time is one of sequence numbers: finding it costs O(log² n).
 */
export const createdBetween = <A extends { readonly created: number }>(
  { firstOf }: Pick<Table<A, never>, 'firstOf'>,
  range: CreatedRange,
): Between => {
  const { gt, gte, lt, lte } = typeof range === 'number' ? { gte: range, lte: range } : range;
  const isLate = ({ created }: A): boolean =>
    (gt === undefined || created > gt) && (gte === undefined || created >= gte);
  const isTooLate = ({ created }: A): boolean =>
    (lt !== undefined && created >= lt) || (lte !== undefined && created > lte);
  return { above: firstOf(isLate) - 1, below: firstOf(isTooLate) };
};
