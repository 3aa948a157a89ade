import type { OrderFinding } from '../judge/finding.js';
import type { TortureRule } from '../judge/torture-rule.js';
import type { Plan } from '../plan/plan.js';
import type { RunResult } from '../run/run-result.js';

/** The smallest plan that was found to break a rule, and a run of it. */
export type SmallestPlan = {
  readonly plan: Plan;
  readonly run: RunResult;
  readonly finding: OrderFinding;
  /** Runs that were made to find it. */
  readonly runs: number;
};

/** A rule that was broken, where, and how little it takes. */
export type BrokenRule = {
  readonly rule: Omit<TortureRule, 'check'>;
  /** At least one. */
  readonly findings: ReadonlyArray<OrderFinding>;
  /** `null`: shrinking is off, or it did not happen again. */
  readonly smallest: SmallestPlan | null;
};

/** The result of `torture`. */
export type TortureResult = {
  /** Whether no rule was broken. */
  readonly passed: boolean;
  /** False: it was ended before all broken rules had their smallest plan. */
  readonly complete: boolean;
  readonly seed: number;
  readonly run: RunResult;
  readonly broken: ReadonlyArray<BrokenRule>;
  /** Parts of the plan that could not be tried, in sentences: `no refunds: the driver has no refund()`. */
  readonly untried: ReadonlyArray<string>;
};
