import { expect } from 'chai';
import type { JournalEntry } from '../../../src/torture/journal/journal.js';
import type { CellPhase } from '../../../src/torture/phases/play-cells.js';
import { playPairs } from '../../../src/torture/phases/play-pairs.js';
import { journeysOf } from '../../../src/torture/plan/journeys.js';
import type { Seen } from '../../../src/torture/plan/message.js';
import type { PlannedOrder } from '../../../src/torture/plan/plan.js';
import { cellName } from '../../../src/torture/report/certificate-text.js';
import type { MarkedCell } from '../../../src/torture/result/certificate.js';
import type { RunPlan } from '../../../src/torture/run/run-result.js';
import { callEntry, orderLedger, runOf } from '../../support/torture/sample-result.js';

const capabilities = { refunds: false, advance: false };
const pay = 'POST /v1/payment_intents';

// A shop of one call, and its answer.
const seen = (): Seen => ({
  journeys: journeysOf({ without: ['declined', 'challenged'] }, capabilities).map((journey) => ({
    journey,
    messages: [
      { on: 'call', to: pay, call: 1, changes: true, hasKey: true, events: false },
      { on: 'request', request: 'pay' },
    ],
  })),
  tries: 1,
  patienceMs: null,
});

/** All incidents of an order happen. After a lost answer the shop calls again; after a lost request nothing comes. */
const storyOf = ({ number, incidents }: PlannedOrder): ReadonlyArray<JournalEntry> => [
  ...incidents.map((incident, place) => ({
    at: place + 1,
    order: number,
    kind: 'incident' as const,
    incident: incident.id,
  })),
  ...(incidents[1]?.kind === 'answer_lost' ? [callEntry(500, number, { nth: 2, ms: 1 })] : []),
];

const isLostTwice = ({ incidents }: PlannedOrder): boolean =>
  incidents.filter(({ kind }) => kind === 'answer_lost').length === 2;

/** A shop that charges twice after two lost answers. */
const runPlan: RunPlan = async (plan) =>
  runOf(
    plan.orders,
    plan.orders.flatMap(storyOf),
    plan.orders.map((order) =>
      orderLedger(order.number, {
        amount: order.amount,
        payments: ['a', 'b'].slice(0, isLostTwice(order) ? 2 : 1).map((id) => ({
          id,
          status: 'succeeded',
          currency: 'eur',
          captured: order.amount,
          held: 0,
          charges: [{ id: `ch_${id}`, captured: order.amount, refunded: 0 }],
          refunds: [],
        })),
        shopOrders: [{ id: String(order.number), amount: order.amount, state: 'paid' }],
      }),
    ),
  );

const phase: CellPhase = {
  phase: 'pairs',
  runPlan,
  options: { seed: 1, without: ['killed', 'killed_at_answer'] },
  capabilities,
  lanes: 2,
  signal: new AbortController().signal,
  onBegin: () => undefined,
};

const single = (fault: string, mark: MarkedCell['mark']): MarkedCell => ({
  journey: 'paid',
  message: pay,
  fault,
  mark,
  rules: mark === 'broke' ? ['stuck'] : [],
});

const markOf = (cells: ReadonlyArray<MarkedCell>, name: string) =>
  cells.find((cell) => cellName(cell) === name)?.mark;

describe('the phase of pairs', () => {
  it('plays each first fault alone, then with each fault that can follow, and marks both', async () => {
    const { cells, runs, untried } = await playPairs(seen(), [], undefined, phase);
    expect(runs.every((run) => run.phase === 'pairs')).to.equal(true);
    expect(markOf(cells, `${pay} × answer_lost, then order × retries`)).to.equal('held');
    expect(markOf(cells, `${pay} × answer_lost, then ${pay} #2 × answer_lost`)).to.equal('broke');
    expect(markOf(cells, `${pay} × answer_lost, then ${pay} #2 × request_lost`)).to.equal('held');
    expect(markOf(cells, `${pay} × answer_lost, then ${pay} #2 × killed_after`)).to.equal(
      'unreached',
    );
    const ofLostRequest = cells.filter(({ fault }) => fault === 'request_lost');
    expect(ofLostRequest.map((cell) => cellName(cell))).to.deep.equal([
      `${pay} × request_lost, then order × retries`,
    ]);
    expect(untried[0]).to.match(/^\d+ pairs of faults whose first one makes the second one imp/);
    expect(untried[1]).to.match(/^the pairs of 4 first faults, which break a rule alone or could/);
  });

  it('says of faults that the test ended before they were played', async () => {
    const { cells } = await playPairs(seen(), [], undefined, {
      ...phase,
      runPlan: async (plan, signal) =>
        plan.orders.some(isLostTwice) ? null : runPlan(plan, signal),
    });
    const cell = cells.find(
      (one) => cellName(one) === `${pay} × answer_lost, then ${pay} #2 × answer_lost`,
    );
    expect([cell?.mark, cell?.why]).to.deep.equal(['unreached', 'the test ended before']);
    expect(markOf(cells, `${pay} × answer_lost, then order × retries`)).to.equal('held');
  });

  it('leaves faults out that break a rule alone, or could not be reached', async () => {
    const singles = [
      single('request_lost', 'held'),
      single('answer_lost', 'broke'),
      single('refused_500', 'unreached'),
    ];
    const { cells } = await playPairs(seen(), singles, undefined, phase);
    const faults = cells.flatMap(({ fault, second }) => [fault, second?.fault]);
    expect(faults).to.include('request_lost').and.not.include('answer_lost');
    expect(cells.filter(({ fault }) => fault === 'refused_500')).to.deep.equal([]);
  });

  it('plays none when most single faults that could happen broke a rule already', async () => {
    const singles = [
      single('request_lost', 'held'),
      single('answer_lost', 'broke'),
      single('refused_500', 'broke'),
      single('killed_after', 'unreached'),
    ];
    const nothing = await playPairs(seen(), singles, undefined, phase);
    expect(nothing).to.deep.equal({
      runs: [],
      cells: [],
      untried: ['no pairs of faults: 2 of 3 single faults broke a rule already'],
    });
  });

  it('plays first what did not hold before, and says what it did not play again', async () => {
    const before = await playPairs(seen(), [], undefined, phase);
    const again = await playPairs(seen(), [], { cells: before.cells }, phase);
    expect(again.untried.at(-1)).to.match(/^\d+ pairs that held in the earlier certificate/);
    expect(again.cells.length).to.equal(before.cells.length);
  });
});
