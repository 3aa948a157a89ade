import type { Incident } from './incident.js';

/** An order of a plan, and what happens to it. */
export type PlannedOrder = {
  /** Counts from 1. The order keeps its number when others are left out. */
  readonly number: number;
  /** The amount of the order, in minor units: 1999 is 19.99 euros. */
  readonly amount: number;
  /** Three lower-case letters. */
  readonly currency: string;
  /** Pairwise different kinds, apart from network incidents at different calls. */
  readonly incidents: ReadonlyArray<Incident>;
};

/** A list of orders with their incidents. The same seed and options give the same plan. */
export type Plan = {
  readonly version: 1;
  readonly seed: number;
  /** How many orders run at the same time. */
  readonly atOnce: number;
  readonly orders: ReadonlyArray<PlannedOrder>;
};

/** How many incidents a plan has. */
export const incidentsIn = ({ orders }: Pick<Plan, 'orders'>): number =>
  orders.reduce((sum, { incidents }) => sum + incidents.length, 0);
