import type { JournalEntry } from '../../../src/torture/journal/journal.js';
import type { Ledgers } from '../../../src/torture/judge/ledger.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import type { Plan, PlannedOrder } from '../../../src/torture/plan/plan.js';
import type { RunResult } from '../../../src/torture/run/run-result.js';
import { order as ledgerOf, ledgersOf, payment, shopOrder } from '../judge/ledgers.js';

/** Whether a shop charges an order twice in a run of a plan. */
export type Charges = (order: PlannedOrder, plan: Plan) => boolean;

/** Orders of a plan by their incidents: the first has number 1, and each costs another amount. */
export const planOf = (...orders: ReadonlyArray<ReadonlyArray<Incident>>): Plan => ({
  version: 1,
  seed: 1,
  atOnce: 8,
  orders: orders.map((incidents, index) => ({
    number: index + 1,
    amount: 1000 + index,
    currency: 'eur',
    incidents,
  })),
});

const entriesOf = ({ number, incidents }: PlannedOrder): ReadonlyArray<JournalEntry> => {
  const at = number * 10_000;
  return [
    { at, order: number, kind: 'pays', attempt: 1, key: 'k', card: 'visa', why: 'first' },
    ...incidents.map(
      ({ id }): JournalEntry => ({ at: at + 50, order: number, kind: 'incident', incident: id }),
    ),
    {
      at: at + 100,
      order: number,
      kind: 'answered',
      attempt: 1,
      answer: { outcome: 'paid' },
      problem: null,
    },
  ];
};

/** A run of a plan at a shop whose orders take ten seconds each, one after the other, unless the journal says otherwise. */
export const runOf = (
  plan: Plan,
  chargesTwice: Charges,
  changes: Partial<Ledgers> = {},
  journal: ReadonlyArray<JournalEntry> = plan.orders.flatMap(entriesOf),
): RunResult => ({
  plan,
  ledgers: [
    ledgersOf(
      plan.orders.map((planned) => {
        const { number, amount } = planned;
        const ids = chargesTwice(planned, plan) ? ['pi_1', 'pi_2'] : ['pi_1'];
        return ledgerOf({
          order: number,
          amount,
          payments: ids.map((id) => payment(id, { captured: amount })),
          shopOrders: [shopOrder({ amount })],
        });
      }),
      changes,
    ),
  ],
  journal,
  otherShopOrders: [],
  settled: true,
  happened: new Set(plan.orders.flatMap(({ incidents }) => incidents.map(({ id }) => id))),
  took: 1,
});
