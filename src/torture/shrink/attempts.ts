import { abortedAfter } from '../aborted-after.js';
import type { OrderFinding } from '../judge/finding.js';
import type { Plan } from '../plan/plan.js';
import type { RunPlan, RunResult } from '../run/run-result.js';
import { runUnlessEnded } from '../run/run-unless-ended.js';

/** A run of a plan that broke the rule. */
export type FailingRun = {
  readonly plan: Plan;
  readonly run: RunResult;
  /** Findings of the rule alone; at least one. */
  readonly findings: readonly [OrderFinding, ...ReadonlyArray<OrderFinding>];
};

/** Runs of smaller plans, as many as there is time for. */
export type Attempts = {
  /**
   * Runs a plan until it breaks the rule, at most so often: absent, once, and twice after a plan has failed at a second try
   * only. `null`: it did not break the rule, or there is no time left.
   */
  readonly fails: (plan: Plan, tries?: number) => Promise<FailingRun | null>;
  readonly runs: () => number;
};

/** The dependencies of attempts. */
export type AttemptsOptions = {
  /** Name of the rule. */
  readonly rule: string;
  readonly runPlan: RunPlan;
  readonly judge: (ledgers: RunResult['ledgers']) => ReadonlyArray<OrderFinding>;
  /** Ends the attempts early: what was found until then counts. */
  readonly signal: AbortSignal;
  readonly onTry: (plan: Plan) => void;
  /** How many runs and milliseconds may be spent. */
  readonly most: { readonly runs: number; readonly ms: number };
};

export const createAttempts = ({
  rule,
  runPlan,
  judge,
  signal,
  onTry,
  most,
}: AttemptsOptions): Attempts => {
  const ending = abortedAfter(most.ms, signal);
  let runs = 0;
  let isUnsteady = false;
  const isSpent = (): boolean => ending.aborted || runs >= most.runs;

  const runOnce = async (plan: Plan): Promise<FailingRun | null> => {
    runs += 1;
    onTry(plan);
    const run = await runUnlessEnded(runPlan, plan, ending);
    // A run that could not be made shows nothing: the finding stays, with a plan that is less small.
    if (run === null) return null;
    const [first, ...others] = judge(run.ledgers).filter((finding) => finding.rule === rule);
    return first === undefined ? null : { plan, run, findings: [first, ...others] };
  };

  return {
    fails: async (plan, tries = isUnsteady ? 2 : 1) => {
      for (let attempt = 0; attempt < tries && !isSpent(); attempt += 1) {
        const failure = await runOnce(plan);
        if (failure === null) continue;
        isUnsteady ||= attempt > 0;
        return failure;
      }
      return null;
    },
    runs: () => runs,
  };
};
