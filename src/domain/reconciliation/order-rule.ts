import type { OrderRecords, RecordsAround } from './order-records.js';

/** A rule that the records of one order must keep, in a test of a shop and on real ledgers. */
export type OrderRule = {
  /** `charged_twice` */
  readonly name: string;
  /** The fault and its cost, in one or two sentences. */
  readonly explanation: string;
  /** The facts of a breach, in one sentence; `null`: the order keeps the rule, or there is doubt. */
  readonly check: (order: OrderRecords, around: RecordsAround) => string | null;
};
