import { TortureProblem } from '../options/torture-problem.js';
import type { Plan } from '../plan/plan.js';
import type { RunPlan, RunResult } from './run-result.js';

/** Runs a plan. `null`: the test was ended, or the run could not be made; then `onProblem` is called. */
export const runUnlessEnded = async (
  runPlan: RunPlan,
  plan: Plan,
  signal: AbortSignal,
  onProblem: (problem: TortureProblem) => void = () => undefined,
): Promise<RunResult | null> => {
  try {
    return await runPlan(plan, signal);
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof TortureProblem)) throw error;
    onProblem(error);
    return null;
  }
};
