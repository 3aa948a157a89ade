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

  for (const { title, error, ended } of [
    { title: 'errors', error: new TypeError('no'), ended: signal },
    {
      title: 'problems of a test that was ended',
      error: new TortureProblem('no'),
      ended: AbortSignal.abort(),
    },
  ]) {
    it(`do not hide ${title}`, async () => {
      const { runPlan, problem } = createLastingRuns(() => Promise.reject(error));
      const rejected = await runPlan(planOf(1), ended).catch((reason: unknown) => reason);
      expect([rejected, problem()]).to.deep.equal([error, null]);
    });
  }
});
