import { expect } from 'chai';
import type { Incident } from '../../../src/torture/plan/incident.js';
import type { PlannedCell } from '../../../src/torture/plan/single-faults.js';
import {
  type MarkedCell,
  markCells,
  unreachedOf,
  withoutUsual,
} from '../../../src/torture/result/certificate.js';
import { callEntry, plannedOrder, runOf } from '../../support/torture/sample-result.js';

const cellOf = (number: number, fault: string, ...incidents: ReadonlyArray<Incident>) => ({
  cell: { journey: 'paid', message: 'POST /v1/payment_intents', fault },
  faults: incidents.map(({ id }) => id),
  order: plannedOrder(number, incidents),
});

const cells: ReadonlyArray<PlannedCell> = [
  cellOf(1, 'nothing'),
  cellOf(2, 'answer_lost', { id: '2.1', kind: 'answer_lost', call: 1 }),
  cellOf(3, 'killed_after', { id: '3.1', kind: 'killed', call: 2, when: 'after' }),
  cellOf(4, 'killed_before', { id: '4.1', kind: 'killed', call: 1, when: 'before' }),
  cellOf(5, 'webhook_late', { id: '5.1', kind: 'webhook_late', about: 'charge.failed', ms: 9 }),
];

const run = runOf(
  cells.map(({ order }) => order),
  [
    { at: 1, order: 2, kind: 'incident', incident: '2.1' },
    callEntry(2, 3),
    callEntry(3, 4, { call: 1 }),
  ],
  [],
);
const plan = { plan: run.plan, cells };
const broken = { rule: 'charged_twice', order: 2, message: 'two charges' };

describe('the certificate of a shop', () => {
  it('marks what held, what broke a rule, and what was not reached, with the reason', () => {
    const marks = markCells(plan, run, [broken]);
    expect(marks.map(({ mark, rules, why }) => [mark, rules.join(), why])).to.deep.equal([
      ['held', '', undefined],
      ['broke', 'charged_twice', undefined],
      ['unreached', '', 'the shop did not make the call'],
      ['unreached', '', 'the shop was being started'],
      ['unreached', '', 'no such webhook came'],
    ]);
    expect(unreachedOf(cells, marks).map(({ order }) => order.number)).to.deep.equal([3, 4, 5]);
  });

  it('does not blame a fault for what an order without a fault breaks too', () => {
    const usual = { rule: 'wrong_amount', order: 1, message: 'a cent' };
    const both = [usual, { ...usual, order: 2 }, broken, { ...usual, order: 3 }];
    const marks = withoutUsual(markCells(plan, run, both));
    const [nothing, lost, killed] = marks.map(
      ({ mark, rules }): Partial<MarkedCell> => ({
        mark,
        rules,
      }),
    );
    expect(nothing).to.deep.equal({ mark: 'broke', rules: ['wrong_amount'] });
    expect(lost).to.deep.equal({ mark: 'broke', rules: ['charged_twice'] });
    expect(killed).to.deep.equal({ mark: 'held', rules: [] });
  });
});
