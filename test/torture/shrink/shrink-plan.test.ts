import { once } from 'node:events';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { JournalEntry } from '../../../src/torture/journal/journal.js';
import { judgeLedgers } from '../../../src/torture/judge/judge-ledgers.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import { createDice } from '../../../src/torture/plan/dice.js';
import type { Incident, IncidentKind } from '../../../src/torture/plan/incident.js';
import type { Plan, PlannedOrder } from '../../../src/torture/plan/plan.js';
import type { RunPlan, RunResult } from '../../../src/torture/run/run-result.js';
import { type Shrinking, shrinkPlan } from '../../../src/torture/shrink/shrink-plan.js';
import { seed } from '../../support/inputs/seed.js';
import { type Charges, planOf, runOf } from './simulated-shop.js';

const lost: Incident = { id: 'a', kind: 'answer_lost', call: 1 };
const retries: Incident = { id: 'b', kind: 'retries', key: 'other' };
const late: Incident = { id: 'c', kind: 'webhook_late', about: 'payment', ms: 300 };
const clicks: Incident = { id: 'd', kind: 'double_click', ms: 20 };
const killed: Incident = { id: 'e', kind: 'killed', call: 2, when: 'after' };

const has = ({ incidents }: PlannedOrder, ...kinds: ReadonlyArray<IncidentKind>): boolean =>
  kinds.every((kind) => incidents.some((incident) => incident.kind === kind));

const shrink = async (run: RunResult, runPlan: RunPlan, changes: Partial<Shrinking> = {}) =>
  shrinkPlan({
    run,
    findings: judgeLedgers(run.ledgers),
    runPlan,
    judge: judgeLedgers,
    signal: new AbortController().signal,
    ...changes,
  });

/** Shrinks the run of a plan at a shop that charges twice. */
const shrinkAt = (plan: Plan, charges: Charges, changes: Partial<Shrinking> = {}) =>
  shrink(runOf(plan, charges), async (smaller) => runOf(smaller, charges), changes);

const kindsOf = (plan: Plan | undefined) =>
  plan?.orders.map(({ number, incidents }) => [number, ...incidents.map(({ kind }) => kind)]);

describe('shrinking of a failing plan', () => {
  it('finds the two incidents of one order that matter, in two runs', async () => {
    const plan = planOf([], [late], [lost, late, retries], [clicks]);
    const tried: Array<Plan> = [];
    const smallest = await shrinkAt(plan, (order) => has(order, 'answer_lost', 'retries'), {
      onTry: (smaller) => tried.push(smaller),
    });
    expect(kindsOf(smallest?.plan)).to.deep.equal([[3, 'answer_lost', 'retries']]);
    expect(smallest?.finding).to.deep.equal({
      rule: 'charged_twice',
      order: 3,
      message: 'two charges of 10.02 EUR (pi_1, pi_2) for one order',
    });
    expect(smallest?.run.plan).to.equal(smallest?.plan);
    expect(smallest?.runs).to.equal(2);
    expect(tried.map(({ orders }) => orders.length)).to.deep.equal([16, 1]);
  });

  it('plays choices with a kill one after the other, others at the same time', async () => {
    const atOnce = async (...incidents: ReadonlyArray<Incident>) => {
      const tried: Array<Plan> = [];
      await shrinkAt(planOf([], incidents), (order) => has(order, 'retries'), {
        onTry: (smaller) => tried.push(smaller),
      });
      return tried[0]?.atOnce;
    };
    expect(await atOnce(retries, killed)).to.equal(1);
    expect(await atOnce(retries, late)).to.equal(8);
  });

  it('plays no incident without the one that it belongs to', async () => {
    const tried: Array<Plan> = [];
    const refunded: Incident = { id: 'r', kind: 'refunded', parts: [100], atOnce: false };
    await shrinkAt(
      planOf([], [refunded, { id: 's', kind: 'refund_clicked_twice', ms: 20 }]),
      (order) => has(order, 'refund_clicked_twice'),
      { onTry: (smaller) => tried.push(smaller) },
    );
    const choices = new Set(
      tried[0]?.orders.map(({ incidents }) => incidents.map(({ kind }) => kind).join(' ')),
    );
    expect([...choices]).to.deep.equal(['', 'refunded', 'refunded refund_clicked_twice']);
  });

  it('prefers of several failing orders the one with fewest incidents and no kill', async () => {
    const smallest = await shrinkAt(
      planOf([killed, lost], [late, clicks, lost], [killed]),
      (order) => has(order, 'answer_lost') || has(order, 'killed'),
    );
    expect(smallest?.plan.orders[0]?.number).to.equal(2);
  });

  it('lets webhooks come late where an order fails only among many, which slow them down', async () => {
    const news: JournalEntry = {
      at: 300,
      order: 1,
      kind: 'webhook',
      event: 'evt_1',
      type: 'payment_intent.succeeded',
      attempt: 1,
      status: 200,
      error: null,
      since: 240,
    };
    const run = runOf(planOf([lost, retries], [], []), ({ number }) => number === 1);
    const smallest = await shrink({ ...run, journal: [...run.journal, news] }, async (smaller) =>
      runOf(smaller, (order) => has(order, 'answer_lost', 'webhook_late')),
    );
    expect(kindsOf(smallest?.plan)).to.deep.equal([[1, 'answer_lost', 'webhook_late']]);
    expect(smallest?.runs).to.equal(2);
  });

  it('tries an order of each kind before a second one of the same', async () => {
    const plan = planOf([lost, retries], [lost, retries], [lost, retries], [clicks, late]);
    const tried: Array<number | undefined> = [];
    const run = runOf(plan, () => true);
    const smallest = await shrink(
      run,
      async (smaller) => runOf(smaller, (order) => has(order, 'double_click')),
      { onTry: ({ orders }) => tried.push(orders[0]?.amount) },
    );
    expect(kindsOf(smallest?.plan)).to.deep.equal([[4, 'double_click']]);
    expect(new Set(tried)).to.deep.equal(new Set([1000, 1003]));
  });

  const simpler: ReadonlyArray<readonly [Incident, IncidentKind]> = [
    [killed, 'answer_lost'],
    [{ ...killed, when: 'before' }, 'request_lost'],
    [{ id: 'x', kind: 'answer_cut', call: 1 }, 'answer_lost'],
    [{ id: 'x', kind: 'day_passes', call: 1 }, 'answer_lost'],
    [{ id: 'x', kind: 'frozen', call: 1, when: 'after', ms: 1500 }, 'answer_late'],
    [{ id: 'x', kind: 'webhooks_reversed', ms: 400 }, 'webhook_late'],
  ];
  for (const [incident, kind] of simpler) {
    it(`takes ${kind} in place of ${incident.kind} where that fails too`, async () => {
      const smallest = await shrinkAt(
        planOf([late], [incident]),
        ({ number, incidents }, { orders }) =>
          incidents.some((one) => one.kind === incident.kind || one.kind === kind) &&
          (number !== 1 || orders.length !== 2),
      );
      expect(kindsOf(smallest?.plan)).to.deep.equal([[2, kind]]);
    });

    it(`keeps ${incident.kind} where ${kind} is not enough`, async () => {
      const smallest = await shrinkAt(planOf([], [incident]), (order) => has(order, incident.kind));
      expect(smallest?.plan.orders[0]?.incidents).to.have.lengthOf(1);
      expect(smallest?.plan.orders[0]?.incidents[0]).to.include({ kind: incident.kind });
    });
  }

  it('gives back less, one part after the other and drops fewer webhooks where that fails too', async () => {
    const smallest = await shrinkAt(
      planOf(
        [],
        [
          { id: 'x', kind: 'refunded', parts: [300, 200], atOnce: true },
          { id: 'y', kind: 'webhook_dropped', about: 'refund', tries: 3 },
        ],
      ),
      (order) => has(order, 'refunded', 'webhook_dropped'),
    );
    expect(smallest?.plan.orders[0]?.incidents).to.deep.equal([
      { id: 'x', kind: 'refunded', parts: [300], atOnce: false },
      { id: 'y', kind: 'webhook_dropped', about: 'refund', tries: 1 },
    ]);
  });

  it('tries the order alone where its choices do not fail side by side', async () => {
    const smallest = await shrinkAt(
      planOf([], [lost, late, retries]),
      (order, { orders }) =>
        has(order, 'answer_lost') && (orders.length === 1 || order.number === 2),
      { findings: [{ rule: 'charged_twice', order: 2, message: '' }] },
    );
    expect(kindsOf(smallest?.plan)).to.deep.equal([[2, 'answer_lost']]);
  });

  it('goes on with the next order where one does not fail again', async () => {
    const plan = planOf([lost], [late]);
    const charges: Charges = (order) => has(order, 'webhook_late');
    const run = runOf(plan, () => true);
    const smallest = await shrink(run, async (smaller) => runOf(smaller, charges));
    expect(kindsOf(smallest?.plan)).to.deep.equal([[2, 'webhook_late']]);
  });

  describe('that fails only because the shop was killed for another order', () => {
    const plan = planOf([], [killed], [late], []);
    const call = (at: number, ms: number, done: boolean): JournalEntry => ({
      at,
      order: 3,
      kind: 'call',
      call: 2,
      name: 'POST /v1/payment_intents',
      nth: 2,
      attempt: 1,
      byBrowser: false,
      events: true,
      method: 'POST',
      path: '/v1/payment_intents',
      key: null,
      done,
      status: null,
      processorStatus: 200,
      replayed: false,
      object: null,
      state: null,
      error: null,
      amount: null,
      ms,
    });
    const pays = (at: number, order: number): JournalEntry => ({
      at,
      order,
      kind: 'pays',
      attempt: 1,
      key: 'k',
      card: 'visa',
      why: 'first',
    });
    const kill: JournalEntry = { at: 250, order: 2, kind: 'incident', incident: 'e' };
    const failingRun = (...entries: ReadonlyArray<JournalEntry>) =>
      runOf(plan, ({ number }) => number === 3, {}, [
        pays(100, 2),
        pays(200, 3),
        kill,
        ...entries,
        pays(9_000, 4),
      ]);

    for (const [done, when] of [
      [true, 'after'],
      [false, 'before'],
    ] as const) {
      it(`is killed for its own call, ${when} the work`, async () => {
        const smallest = await shrink(failingRun(call(300, 80, done)), async (smaller) =>
          runOf(smaller, (order) => has(order, 'killed')),
        );
        expect(kindsOf(smallest?.plan)).to.deep.equal([[3, 'killed']]);
        expect(smallest?.plan.orders[0]?.incidents[0]).to.include({ call: 2, when });
      });
    }

    it('tries again by itself, as it did when the other kill interrupted it', async () => {
      const again: JournalEntry = {
        at: 400,
        order: 3,
        kind: 'pays',
        attempt: 2,
        key: 'k',
        card: 'visa',
        why: 'retries',
      };
      const smallest = await shrink(failingRun(call(300, 80, true), again), async (smaller) =>
        runOf(smaller, (order) => has(order, 'killed', 'retries')),
      );
      expect(kindsOf(smallest?.plan)).to.deep.equal([[3, 'killed', 'retries']]);
    });

    it('is killed at its own webhook', async () => {
      const webhook: JournalEntry = {
        at: 300,
        order: 3,
        kind: 'webhook',
        event: 'evt_1',
        type: 'payment_intent.succeeded',
        attempt: 1,
        status: null,
        error: 'connection reset',
        since: 240,
      };
      const smallest = await shrink(failingRun(webhook), async (smaller) =>
        runOf(smaller, (order) => has(order, 'killed_at_webhook')),
      );
      expect(kindsOf(smallest?.plan)).to.deep.equal([[3, 'killed_at_webhook']]);
    });

    it('keeps both orders where it does not fail alone', async () => {
      const smallest = await shrink(failingRun(call(300, 80, true)), async (smaller) =>
        runOf(
          smaller,
          ({ number }, { orders }) =>
            number === 3 && orders.some((other) => other.number === 2 && has(other, 'killed')),
        ),
      );
      expect(kindsOf(smallest?.plan)).to.deep.equal([[3], [2, 'killed']]);
    });

    it('keeps the orders of the same time where the kill is not enough', async () => {
      const tried: Array<number> = [];
      const smallest = await shrink(
        failingRun(call(300, 80, true)),
        async (smaller) =>
          runOf(
            smaller,
            ({ number }, { orders }) => number === 3 && orders.some((other) => other.number === 2),
          ),
        { onTry: ({ orders }) => tried.push(orders.length) },
      );
      expect(kindsOf(smallest?.plan)).to.deep.equal([[3], [2]]);
      expect(Math.max(...tried.slice(-8))).to.be.below(4);
    });
  });

  it('takes the whole plan where nothing less fails', async () => {
    const plan = planOf([lost], [late], [clicks], [retries]);
    const smallest = await shrinkAt(
      plan,
      ({ number }, { orders }) =>
        number === 4 &&
        orders.length === 4 &&
        orders[0]?.number === 1 &&
        orders.some((order) => has(order, 'webhook_late')),
    );
    expect(kindsOf(smallest?.plan)).to.deep.equal([[1], [2, 'webhook_late'], [3], [4]]);
  });

  it('finds the order at which the shop ends, among those that were in progress', async () => {
    const plan = planOf([], [late], [lost, clicks], [], [killed]);
    const dies = ({ orders }: Plan) => orders.some((order) => has(order, 'double_click'));
    const deaths = [{ code: 1, output: 'Error: no order' }];
    const runAt = (smaller: Plan) =>
      runOf(smaller, () => false, { deaths: dies(smaller) ? deaths : [] });
    const run = runAt(plan);
    const died: JournalEntry = {
      at: 31_000,
      order: null,
      kind: 'shop_died',
      code: 1,
      output: 'Error: no order',
    };
    const tried: Array<Plan> = [];
    const smallest = await shrink(
      { ...run, journal: [...run.journal, died] },
      async (smaller) => runAt(smaller),
      { onTry: (smaller) => tried.push(smaller) },
    );
    expect(kindsOf(smallest?.plan)).to.deep.equal([[3, 'double_click']]);
    expect(smallest?.finding.order).to.equal(null);
    expect(tried[0]?.orders.map(({ number }) => number)).to.deep.equal([3]);
  });

  it('gives up where nothing fails again', async () => {
    const run = runOf(planOf([lost], [late]), () => true);
    expect(await shrink(run, async (plan) => runOf(plan, () => false))).to.equal(null);
  });

  it('gives up after so many runs, and after so much time', async () => {
    const run = runOf(planOf([lost], [late]), () => true);
    let runs = 0;
    const runPlan: RunPlan = async (plan) => {
      runs += 1;
      return runOf(plan, () => false);
    };
    expect(await shrink(run, runPlan, { most: { runs: 2, ms: 1000 } })).to.equal(null);
    expect(runs).to.equal(2);
    const endless: RunPlan = async (_, ending) => {
      runs += 1;
      await once(ending, 'abort');
      throw ending.reason;
    };
    expect(await shrink(run, endless, { most: { runs: 9, ms: 1 } })).to.equal(null);
    expect(runs).to.equal(3);
  });

  it('keeps what it has when it is ended early', async () => {
    const ending = new AbortController();
    const charges: Charges = (order) => has(order, 'answer_cut');
    const cut: Incident = { id: 'x', kind: 'answer_cut', call: 1 };
    const smallest = await shrink(
      runOf(planOf([cut, late]), charges),
      async (plan, signal) => {
        if (
          has(
            plan.orders[0] ?? { number: 0, amount: 1, currency: 'eur', incidents: [] },
            'answer_lost',
          )
        ) {
          ending.abort();
        }
        signal.throwIfAborted();
        return runOf(plan, charges);
      },
      { signal: ending.signal },
    );
    expect(kindsOf(smallest?.plan)).to.deep.equal([[1, 'answer_cut']]);
  });

  it('goes on after a run that could not be made, and rejects on a defect', async () => {
    const run = runOf(planOf([lost]), () => true);
    let runs = 0;
    const smallest = await shrink(run, async (plan) => {
      runs += 1;
      if (runs === 1) throw new TortureProblem('the shop did not start');
      return runOf(plan, (order) => has(order, 'answer_lost'));
    });
    expect(kindsOf(smallest?.plan)).to.deep.equal([[1, 'answer_lost']]);
    const rejected = await shrink(run, async () => {
      throw new Error('a defect');
    }).catch((error: unknown) => error);
    expect(rejected).to.include({ message: 'a defect' });
  });

  it('leaves a plan that fails and of which no incident can be left out, at arbitrary shops', async () => {
    const pool: ReadonlyArray<Incident> = [
      lost,
      retries,
      late,
      clicks,
      { id: 'f', kind: 'second_tab', ms: 10 },
    ];
    const kinds = pool.map(({ kind }) => kind);
    const cause = fc.subarray(kinds, { minLength: 0, maxLength: 2 });
    const incidents = fc.subarray([...pool], { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        cause,
        fc.array(incidents, { minLength: 1, maxLength: 12 }),
        async (needed, orders) => {
          const charges: Charges = (order) => has(order, ...needed);
          const plan = planOf(...orders);
          fc.pre(plan.orders.some((order) => charges(order, plan)));
          const smallest = await shrinkAt(plan, charges);
          const left = smallest?.plan.orders[0]?.incidents.map(({ kind }) => kind);
          expect(smallest?.plan.orders).to.have.lengthOf(1);
          expect(left).to.have.members(needed);
          expect(smallest?.runs).to.be.at.most(3);
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  it('still finds a plan that fails at shops that fail in three runs of five only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (start) => {
        const dice = createDice(start);
        const charges: Charges = (order) => has(order, 'answer_lost') && dice.chance(0.6);
        const run = runOf(planOf([], [late, lost, retries], [lost, clicks], [late]), (order) =>
          has(order, 'answer_lost'),
        );
        const smallest = await shrink(run, async (plan) => runOf(plan, charges));
        const order = smallest?.plan.orders[0];
        expect(smallest?.plan.orders).to.have.lengthOf(1);
        expect(order === undefined ? false : has(order, 'answer_lost')).to.equal(true);
        expect(smallest?.run.ledgers[0]?.orders[0]?.payments).to.have.lengthOf(2);
      }),
      { seed, numRuns: 100 },
    );
  });
});
