import { expect } from 'chai';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import type { Plan } from '../../../src/torture/plan/plan.js';
import { createLastingRuns } from '../../../src/torture/run/lasting-runs.js';
import type { RunResult } from '../../../src/torture/run/run-result.js';

const planOf = (seed: number): Plan => ({ version: 1, seed, atOnce: 1, orders: [] });

const resultOf = (plan: Plan): RunResult => ({
  plan,
  ledgers: [],
  otherShopOrders: [],
  journal: [],
  happened: new Set(),
  settled: true,
  took: 1,
});

describe('lasting runs', () => {
  const { signal } = new AbortController();

  it('keep the results of runs at the same time, and begin none after a problem', async () => {
    const begun: Array<number> = [];
    const problem = new TortureProblem('the shop does not start again');
    const { runPlan, problem: problemOfRuns } = createLastingRuns(async (plan) => {
      begun.push(plan.seed);
      if (plan.seed === 2) throw problem;
      await new Promise((done) => setImmediate(done));
      return resultOf(plan);
    });
    const runs = await Promise.all([1, 2].map((seed) => runPlan(planOf(seed), signal)));
    expect(runs.map((run) => run?.plan.seed)).to.deep.equal([1, undefined]);
    expect(await runPlan(planOf(3), signal)).to.equal(null);
    expect([begun, problemOfRuns()]).to.deep.equal([[1, 2], problem]);
  });

  it('keep the results of others when the test is ended, which is no problem of the shop', async () => {
    const ending = new AbortController();
    const { runPlan, problem } = createLastingRuns(async (plan) => {
      if (plan.seed === 1) return resultOf(plan);
      ending.abort();
      throw plan.seed === 2 ? new Error('Ctrl-C') : new TortureProblem('the shop was ended');
    });
    const runs = await Promise.all([1, 2, 3].map((seed) => runPlan(planOf(seed), ending.signal)));
    expect(runs.map((run) => run?.plan.seed)).to.deep.equal([1, undefined, undefined]);
    expect(problem()).to.equal(null);
  });

  it('do not hide errors', async () => {
    const error = new TypeError('no');
    const { runPlan, problem } = createLastingRuns(() => Promise.reject(error));
    const rejected = await runPlan(planOf(1), signal).catch((reason: unknown) => reason);
    expect([rejected, problem()]).to.deep.equal([error, null]);
  });
});
