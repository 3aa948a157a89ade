import {
  also,
  aWholeNumber,
  aWord,
  type Check,
  listOf,
  must,
  optional,
  options,
  textThat,
} from '../../application/checked-input.js';
import { Incident } from './incident.js';
import { methodsBesideCards, type PayMethod } from './pay-method.js';

/** The most orders that a plan may have, and that run at the same time: more than this machine has. */
export const mostOrders = 10_000;
export const mostAtOnce = 200;

const refundsMore = (incidents: ReadonlyArray<Incident>, amount: number): boolean =>
  incidents.some(
    (incident) =>
      incident.kind === 'refunded' && incident.parts.reduce((sum, part) => sum + part, 0) > amount,
  );

/** An order of a plan, and what happens to it. */
export type PlannedOrder = {
  /** Counts from 1. The order keeps its number when others are left out. */
  readonly number: number;
  /** The amount that the customer has to pay, in minor units: 1999 is 19.99 euros. */
  readonly amount: number;
  /** Three lower-case letters. */
  readonly currency: string;
  /** How its customer pays. Absent: with a card. */
  readonly method?: PayMethod;
  /** Pairwise different kinds, apart from network incidents at different calls. */
  readonly incidents: ReadonlyArray<Incident>;
};

const PlannedOrder: Check<PlannedOrder> = also(
  options<PlannedOrder>({
    number: aWholeNumber(1),
    amount: aWholeNumber(1),
    currency: textThat('must be three lower-case letters', (text) => /^[a-z]{3}$/.test(text)),
    method: optional(aWord('card', ...methodsBesideCards)),
    incidents: listOf(Incident),
  }),
  ({ amount, incidents }, name) =>
    refundsMore(incidents, amount) ? [`${name} refunds more than its amount, ${amount}`] : [],
);

/** All that is done to a shop. The same seed and options give the same plan. */
export type Plan = {
  readonly version: 1;
  readonly seed: number;
  /** How many orders run at the same time. */
  readonly atOnce: number;
  readonly orders: ReadonlyArray<PlannedOrder>;
};

export const Plan: Check<Plan> = also(
  options<Plan>({
    version: must('must be 1', (version): version is 1 => version === 1),
    seed: aWholeNumber(0),
    atOnce: aWholeNumber(1, mostAtOnce),
    orders: listOf(PlannedOrder),
  }),
  ({ orders }, name) => {
    if (orders.length === 0) return [`${name}.orders is empty`];
    return new Set(orders.map(({ number }) => number)).size < orders.length
      ? [`${name}.orders has two orders with one number`]
      : [];
  },
);

/** How many incidents a plan has. */
export const incidentsIn = ({ orders }: Pick<Plan, 'orders'>): number =>
  orders.reduce((sum, { incidents }) => sum + incidents.length, 0);
