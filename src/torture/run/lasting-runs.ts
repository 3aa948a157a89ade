import type { TortureProblem } from '../options/torture-problem.js';
import type { Plan } from '../plan/plan.js';
import type { RunPlan, RunResult } from './run-result.js';
import { runUnlessEnded } from './run-unless-ended.js';

/** Runs a plan; `null`: a problem or an abort has ended the test. */
export type LastingRunPlan = (plan: Plan, signal: AbortSignal) => Promise<RunResult | null>;

/** Runs whose results are kept when a later one cannot be made. */
type LastingRuns = {
  readonly runPlan: LastingRunPlan;
  /** The problem that ended the test; `null`: none did. */
  readonly problem: () => TortureProblem | null;
};

/** Runs plans until one of them rejects with a `TortureProblem`, or is aborted: after that, no other one is run. */
export const createLastingRuns = (runPlan: RunPlan): LastingRuns => {
  let problem: TortureProblem | null = null;
  return {
    runPlan: async (plan, signal) =>
      problem === null
        ? runUnlessEnded(runPlan, plan, signal, (first) => {
            problem ??= first;
          })
        : null,
    problem: () => problem,
  };
};
