import { expect } from 'chai';
import { judgeLedgers } from '../../../src/torture/judge/judge-ledgers.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import type { PlannedOrder } from '../../../src/torture/plan/plan.js';
import type { RunPlan } from '../../../src/torture/run/run-result.js';
import { shrinkWithPatience } from '../../../src/torture/shrink/shrink-with-patience.js';
import { type Charges, planOf, runOf } from './simulated-shop.js';

const lost: Incident = { id: 'a', kind: 'answer_lost', call: 1 };
const retries: Incident = { id: 'b', kind: 'retries', key: 'other' };

const has = ({ incidents }: PlannedOrder, ...kinds: ReadonlyArray<Incident['kind']>): boolean =>
  kinds.every((kind) => incidents.some((incident) => incident.kind === kind));

const isLost: Charges = (order) => has(order, 'answer_lost');

const runAt =
  (charges: Charges): RunPlan =>
  async (plan) =>
    runOf(plan, charges);

const plan = planOf([lost, retries]);

/** Shrinks a plan at a shop that charges twice when an answer is lost, and at the same shop with patience. */
const shrink = async (runPlan: RunPlan, signal = new AbortController().signal) => {
  const run = runOf(plan, isLost);
  const smallest = await shrinkWithPatience(
    { run, findings: judgeLedgers(run.ledgers), judge: judgeLedgers, signal, ms: 60_000 },
    { runPlan, runHastily: runAt(isLost) },
  );
  return smallest && [smallest.plan.orders.flatMap(({ incidents }) => incidents), smallest.runs];
};

describe('shrinking of a plan that breaks a rule which a shop may keep late', () => {
  it('is done in haste, and tried once more with patience', async () => {
    expect(await shrink(runAt(isLost))).to.deep.equal([[lost], 3]);
  });

  it('is done with patience where the shop puts that right', async () => {
    const both: Charges = (order) => has(order, 'answer_lost', 'retries');
    expect(await shrink(runAt(both))).to.deep.equal([[lost, retries], 2]);
  });

  it('keeps its plan when the shop can no longer be run', async () => {
    const runPlan = async () => Promise.reject(new TortureProblem('the shop does not start'));
    expect(await shrink(runPlan)).to.deep.equal([[lost], 2]);
  });

  it('keeps its plan when the test is ended meanwhile', async () => {
    const ending = new AbortController();
    const runPlan = async () => {
      ending.abort();
      return Promise.reject(new Error('Ctrl-C'));
    };
    expect(await shrink(runPlan, ending.signal)).to.deep.equal([[lost], 2]);
  });

  it('ends with a fault of the tool', async () => {
    const runPlan = async () => Promise.reject(new RangeError('of the tool'));
    const problem = await shrink(runPlan).catch((error: unknown) => error);
    expect(problem).to.be.instanceOf(RangeError);
  });
});
