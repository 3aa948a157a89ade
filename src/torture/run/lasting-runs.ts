import { TortureProblem } from '../options/torture-problem.js';
import type { Plan } from '../plan/plan.js';
import type { RunPlan, RunResult } from './run-result.js';

/** Runs a plan; `null`: a problem has ended the test. */
export type LastingRunPlan = (plan: Plan, signal: AbortSignal) => Promise<RunResult | null>;

/** Runs whose results are kept when a later one cannot be made. */
type LastingRuns = {
  readonly runPlan: LastingRunPlan;
  /** The end of the test; `null`: nothing did. */
  readonly problem: () => TortureProblem | null;
};

/** Runs plans until one of them rejects with a `TortureProblem`: after that, no other one is run. */
export const createLastingRuns = (runPlan: RunPlan): LastingRuns => {
  let problem: TortureProblem | null = null;
  return {
    runPlan: async (plan, signal) => {
      if (problem !== null) return null;
      try {
        return await runPlan(plan, signal);
      } catch (error) {
        if (!(error instanceof TortureProblem) || signal.aborted) throw error;
        problem ??= error;
        return null;
      }
    },
    problem: () => problem,
  };
};
