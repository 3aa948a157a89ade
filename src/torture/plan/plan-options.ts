import type { IncidentKind } from './incident.js';

/** The inputs of a plan. */
export type PlanOptions = {
  /** How many orders. Absent: 200. */
  readonly orders?: number;
  /** Absent: a random one, which is printed. */
  readonly seed?: number;
  /** How many orders run at the same time. Absent: 8. */
  readonly atOnce?: number;
  /** The amounts of orders: a range or a list of prices, in minor units. Absent: 100 to 20 000, each order another amount. */
  readonly amounts?: { readonly from: number; readonly to: number } | ReadonlyArray<number>;
  /** Absent: `eur`. */
  readonly currency?: string;
  /** Kinds of incidents that are left out, such as `frozen`. */
  readonly without?: ReadonlyArray<IncidentKind>;
  /** How long a late answer or a frozen shop takes, which should be longer than the shop's own time-outs. Milliseconds; absent: 1500. */
  readonly lateMs?: number;
};
