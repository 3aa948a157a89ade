import { randomInt } from 'node:crypto';
import { createDriver } from './driver/create-driver.js';
import { inheritedEnvironment } from './inherited-environment.js';
import { judgeLedgers } from './judge/judge-ledgers.js';
import { tortureRules } from './judge/torture-rules.js';
import { checkedTortureOptions } from './options/checked-torture-options.js';
import type { Driver } from './options/driver.js';
import type { TortureOptions } from './options/torture-options.js';
import { type DrawnPlan, drawPlan } from './plan/draw-plan.js';
import { describeTorture } from './report/text-report.js';
import { createProgressCounter } from './result/torture-progress.js';
import type { BrokenRule, TortureResult } from './result/torture-result.js';
import type { TortureWatch } from './result/torture-watch.js';
import { unmetIncidents } from './result/unmet-incidents.js';
import { createRunPlan } from './run/create-run-plan.js';
import { rehearse } from './run/rehearse.js';
import { shrinkPlan } from './shrink/shrink-plan.js';

/** The shop broke a rule. The message is the report as text, with the story of each broken rule. */
export class TortureFailure extends Error {
  override readonly name = 'TortureFailure';
  readonly result: TortureResult;

  constructor(result: TortureResult) {
    super(describeTorture(result));
    this.result = result;
  }
}

const largestSeed = 999_999_999;

// A rehearsal is not judged, so that it need not wait until everything has settled.
const rehearsalQuietMs = 50;

const planFor = (
  { plan = {} }: TortureOptions,
  { refund, advance }: Driver,
  replay: TortureWatch['replay'],
): DrawnPlan => {
  if (replay !== undefined) return { plan: replay, untried: [] };
  const { seed = randomInt(largestSeed + 1) } = plan;
  return drawPlan(
    { ...plan, seed },
    { refunds: refund !== undefined, advance: advance !== undefined },
  );
};

const tortureWith = async (
  driver: Driver,
  options: TortureOptions,
  {
    onProgress = () => undefined,
    signal = new AbortController().signal,
    replay,
    environment = inheritedEnvironment(),
  }: TortureWatch,
): Promise<TortureResult> => {
  const { plan, untried } = planFor(options, driver, replay);
  const setUp = { options, driver, environment };
  const rehearsal = { ...options, settle: { ...options.settle, quietMs: rehearsalQuietMs } };
  const progress = createProgressCounter(plan, onProgress);
  progress.begins('rehearsal');
  await rehearse(createRunPlan({ ...setUp, options: rehearsal }), plan, signal);

  progress.begins('orders');
  const { add: onEntry, orderDone: onOrderDone } = progress;
  const run = await createRunPlan({ ...setUp, onEntry, onOrderDone })(plan, signal);
  const found = judgeLedgers(run.ledgers);
  progress.found(found.length);

  const shrinks = options.shrink ?? replay === undefined;
  const runPlan = createRunPlan(setUp);
  const broken: Array<BrokenRule> = [];
  for (const rule of tortureRules) {
    const findings = found.filter((finding) => finding.rule === rule.name);
    if (findings.length === 0) continue;
    const onTry = (smaller: typeof plan) => progress.shrinks(rule.name, smaller);
    const smallest =
      shrinks && !signal.aborted
        ? await shrinkPlan({ run, findings, runPlan, judge: judgeLedgers, signal, onTry })
        : null;
    broken.push({ rule, findings, smallest });
  }
  return {
    passed: broken.length === 0,
    complete: !signal.aborted,
    seed: plan.seed,
    run,
    broken,
    untried: [...untried, ...unmetIncidents(run)],
  };
};

/**
 * Runs a shop under a plan of incidents, judges what the processor and the shop have after that, and makes the plan smaller for
 * each rule that was broken. Rejects with a `TortureProblem`, whose message says what to do, if the shop cannot be run or judged.
 */
export const runTorture = async (
  options: TortureOptions,
  watch: TortureWatch = {},
): Promise<TortureResult> => {
  const checked = checkedTortureOptions(options);
  const driver = await createDriver(checked, watch.environment ?? inheritedEnvironment());
  try {
    return await tortureWith(driver, checked, watch);
  } finally {
    await driver.close?.();
  }
};

/**
 * `runTorture` for a test: rejects with a `TortureFailure` if the shop broke a rule, so that the test fails with the story of
 * it. The test needs a longer time limit than the usual few seconds.
 */
export const torture = async (
  options: TortureOptions,
  watch: TortureWatch = {},
): Promise<TortureResult> => {
  const result = await runTorture(options, watch);
  if (!result.passed) throw new TortureFailure(result);
  return result;
};
