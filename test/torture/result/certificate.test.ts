import { expect } from 'chai';
import type { Incident } from '../../../src/torture/plan/incident.js';
import type { PlannedCell } from '../../../src/torture/plan/single-faults.js';
import {
  type MarkedCell,
  markCells,
  unreachedOf,
  withoutUsual,
} from '../../../src/torture/result/certificate.js';
import {
  callEntry,
  plannedOrder,
  runOf,
  webhookEntry,
} from '../../support/torture/sample-result.js';

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

  for (const [stops, why] of [
    [{}, 'one request waits for the other'],
    [{ stops: 1 }, 'the other request waits, or makes no call'],
  ] as const) {
    it(`says that ${why}`, () => {
      const incident: Incident = {
        id: '1.1',
        kind: 'overtaken',
        call: 1,
        when: 'after',
        by: 'click',
        ms: 9,
        ...stops,
      };
      const cell = cellOf(1, 'answer_overtaken_by_click', incident);
      const held = { at: 1, order: 1, kind: 'held' as const, incident: '1.1' };
      const own = runOf([cell.order], [held, callEntry(2, 1)], []);
      const [marked] = markCells({ plan: own.plan, cells: [cell] }, own, []);
      expect(marked).to.include({ mark: 'unreached', why });
    });
  }

  const unmet: ReadonlyArray<readonly [incident: Incident, why: string, isMade?: boolean]> = [
    [
      { id: '1.1', kind: 'frozen', call: 1, when: 'after', ms: 9 },
      'the shop was being started',
      true,
    ],
    [
      { id: '1.1', kind: 'deadlock', of: 'update orders', commit: 1 },
      'the shop did not make the commit',
    ],
    [{ id: '1.1', kind: 'answer_lost', call: 1 }, 'the call gave no occasion', true],
    [
      { id: '1.1', kind: 'answer_lost', call: 1, to: 'POST /v1/payment_intents' },
      'the call gave no occasion',
      true,
    ],
    [
      { id: '1.1', kind: 'answer_lost', call: 1, to: 'POST /v1/refunds' },
      'the shop did not make the call',
      true,
    ],
    [
      { id: '1.1', kind: 'answer_lost', call: 2, to: 'POST /v1/payment_intents' },
      'the shop did not make the call',
      true,
    ],
    [{ id: '1.1', kind: 'reply_lost', request: 'pay' }, 'there was no response'],
    [
      { id: '1.1', kind: 'challenged', ends: 'approved' },
      'the customer was not asked to pass 3D Secure',
    ],
    [{ id: '1.1', kind: 'webhooks_reversed', ms: 9 }, 'no two webhooks came'],
    [
      { id: '1.1', kind: 'refunded', parts: [1], atOnce: false },
      'the customer was not told that the order is paid, so that nothing is given back',
    ],
    [
      { id: '1.1', kind: 'refund_clicked_twice', ms: 9 },
      'the customer was not told that the order is paid, so that nothing is given back',
    ],
    [{ id: '1.1', kind: 'debit_refused' }, 'there was no occasion'],
  ];
  for (const [incident, why, isMade = false] of unmet) {
    it(`says of ${Object.values(incident).slice(1).join(' ')} that ${why}`, () => {
      const cell = cellOf(1, incident.kind, incident);
      const own = runOf([cell.order], isMade ? [callEntry(1, 1)] : [], []);
      const [marked] = markCells({ plan: own.plan, cells: [cell] }, own, []);
      expect(marked).to.deep.include({ mark: 'unreached', why });
    });
  }

  it('blames a fault where no order without one was played', () => {
    const [, lost] = markCells(plan, run, [broken]);
    const only = lost === undefined ? [] : [lost];
    expect(withoutUsual(only)).to.deep.equal(only);
    expect(only[0]?.mark).to.equal('broke');
  });

  it('says that a webhook that came was not late', () => {
    const incident: Incident = { id: '1.1', kind: 'webhook_late', about: 'charge.failed', ms: 9 };
    const cell = cellOf(1, 'webhook_late', incident);
    const own = runOf([cell.order], [webhookEntry(1, 1, { type: 'charge.failed' })], []);
    const [marked] = markCells({ plan: own.plan, cells: [cell] }, own, []);
    expect(marked).to.include({
      mark: 'unreached',
      why: 'the shop or the machine was too slow',
    });
  });

  it('does not blame a fault for what an order without a fault breaks too', () => {
    const usual = { rule: 'wrong_amount', order: 1, message: 'a cent' };
    const all = [usual, broken, ...[2, 3].map((order) => ({ ...usual, order }))];
    const marks = withoutUsual(markCells(plan, run, all));
    expect(withoutUsual(markCells(plan, run, [usual, { ...usual, order: 2 }]))[1]?.mark).to.equal(
      'held',
    );
    const [nothing, lost, killed] = marks.map(
      ({ mark, rules }): Partial<MarkedCell> => ({
        mark,
        rules,
      }),
    );
    expect(nothing).to.deep.equal({ mark: 'broke', rules: ['wrong_amount'] });
    expect(lost).to.deep.equal({ mark: 'broke', rules: ['charged_twice'] });
    // It did not happen.
    expect(killed).to.deep.equal({ mark: 'unreached', rules: [] });
  });
});
