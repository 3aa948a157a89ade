import type { SmallestPlan } from '../result/torture-result.js';
import type { RunPlan } from '../run/run-result.js';
import { runUnlessEnded } from '../run/run-unless-ended.js';
import { isMendedByTime } from '../run/until-mended.js';
import { type Shrinking, shrinkPlan } from './shrink-plan.js';

/** Two ways to run plans. */
export type RunPlans = {
  readonly runPlan: RunPlan;
  /** The same, without waiting for what the shop may still put right. */
  readonly runHastily: RunPlan;
};

const mostRuns = 40;

/**
 * Shrinks in haste. If the shop puts right what the smallest plan breaks, it was another fault: then it shrinks with patience. `ms`:
 * how long both may take together.
 */
export const shrinkWithPatience = async (
  { ms, ...shrinking }: Omit<Shrinking, 'runPlan' | 'most'> & { readonly ms: number },
  { runPlan, runHastily }: RunPlans,
): Promise<SmallestPlan | null> => {
  const [{ rule } = { rule: '' }] = shrinking.findings;
  const end = performance.now() + ms;
  const most = { runs: mostRuns, ms };
  const hasty = await shrinkPlan({ ...shrinking, runPlan: runHastily, most });
  const { signal, judge } = shrinking;
  if (hasty === null || signal.aborted || !isMendedByTime(rule)) return hasty;
  const run = await runUnlessEnded(runPlan, hasty.plan, signal);
  if (run === null) return hasty;
  const finding = judge(run.ledgers).find((one) => one.rule === rule);
  if (finding !== undefined) return { ...hasty, run, finding, runs: hasty.runs + 1 };
  const left = Math.ceil(end - performance.now());
  return left <= 0
    ? null
    : shrinkPlan({ ...shrinking, runPlan, most: { runs: mostRuns, ms: left } });
};
