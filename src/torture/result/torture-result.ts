import type { OrderFinding } from '../judge/finding.js';
import type { TortureRule } from '../judge/torture-rule.js';
import type { Plan } from '../plan/plan.js';
import type { RunResult } from '../run/run-result.js';
import type { Certificate } from './certificate.js';

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
  /** The run that broke it first. */
  readonly run: RunResult;
  /** Of that run. At least one. */
  readonly findings: ReadonlyArray<OrderFinding>;
  /** Rules that the same orders broke, for the same reason, with the finding of one of them. */
  readonly also: ReadonlyArray<{
    readonly rule: Omit<TortureRule, 'check'>;
    readonly finding: OrderFinding;
  }>;
  /** `null`: shrinking is off, or it did not happen again. */
  readonly smallest: SmallestPlan | null;
};

/** A part of a torture test. */
export type Phase = 'single' | 'pairs' | 'random' | 'replay';

/** A run, and the part of the test that it belongs to. */
export type PhaseRun = { readonly phase: Phase; readonly run: RunResult };

/** The result of `torture`. */
export type TortureResult = {
  /** Whether no rule was broken, and everything was played. */
  readonly passed: boolean;
  /** False: it was ended, or it ended, before all was played and all broken rules had their smallest plan. */
  readonly complete: boolean;
  /** The reason why not everything was played, such as a shop that does not start again; `null`: nothing did. */
  readonly problem: string | null;
  readonly seed: number;
  /** One after the other: of single faults, of pairs, of random incidents, or of a replay. At least one. */
  readonly runs: ReadonlyArray<PhaseRun>;
  /** `null`: no single faults were played. */
  readonly certificate: Certificate | null;
  readonly broken: ReadonlyArray<BrokenRule>;
  /** Parts of the plan that could not be tried, in sentences: `no refunds: the driver has no refund()`. */
  readonly untried: ReadonlyArray<string>;
};
