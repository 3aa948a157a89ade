import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createDriver } from './driver/create-driver.js';
import { inheritedEnvironment } from './inherited-environment.js';
import { judgeLedgers } from './judge/judge-ledgers.js';
import { checkedTortureOptions } from './options/checked-torture-options.js';
import type { Driver } from './options/driver.js';
import { placeholdersIn } from './options/placeholders.js';
import type { TortureOptions } from './options/torture-options.js';
import { TortureProblem } from './options/torture-problem.js';
import { findBroken, type JudgedRun } from './phases/broken-rules.js';
import { ordersOfMissedKills } from './phases/missed-kills.js';
import { type CellPhase, playCells, playChangedFirst } from './phases/play-cells.js';
import { playPairs } from './phases/play-pairs.js';
import { drawPlan } from './plan/draw-plan.js';
import type { Plan } from './plan/plan.js';
import type { PlanOptions } from './plan/plan-options.js';
import { lateEnough, singleFaults } from './plan/single-faults.js';
import { describeTorture } from './report/text-report.js';
import { figureText } from './report/wording.js';
import type { Certificate } from './result/certificate.js';
import { createProgressCounter } from './result/torture-progress.js';
import type { BrokenRule, Phase, TortureResult } from './result/torture-result.js';
import type { TortureWatch } from './result/torture-watch.js';
import { unmetIncidents } from './result/unmet-incidents.js';
import { createRunPlan } from './run/create-run-plan.js';
import { createLastingRuns } from './run/lasting-runs.js';
import { rehearse } from './run/rehearse.js';
import type { RunResult } from './run/run-result.js';
import { studyShop } from './run/study.js';
import { type RunPlans, shrinkWithPatience } from './shrink/shrink-with-patience.js';

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

const mostShrinkMs = 120_000;

// Runs that make a plan smaller may take as long as the runs before them, and at least so long. Milliseconds.
const leastShrinkMs = 30_000;

/** Makes the plans smaller that broke rules, one rule after the other. */
const shrinkAll = async (
  judged: ReadonlyArray<JudgedRun>,
  runPlans: RunPlans,
  signal: AbortSignal,
  onTry: (rule: string, plan: Plan) => void,
): Promise<ReadonlyArray<BrokenRule>> => {
  const took = judged.reduce((sum, { run }) => sum + run.took, 0);
  const end = performance.now() + Math.max(leastShrinkMs, took);
  const broken: Array<BrokenRule> = [];
  for (const found of findBroken(judged)) {
    const { run, findings, rule } = found;
    const ms = Math.min(mostShrinkMs, Math.ceil(end - performance.now()));
    const shrinking = {
      run,
      findings,
      judge: judgeLedgers,
      signal,
      ms,
      onTry: (smaller: Plan) => onTry(rule.name, smaller),
    };
    const smallest =
      signal.aborted || ms <= 0 ? null : await shrinkWithPatience(shrinking, runPlans);
    broken.push({ ...found, smallest });
  }
  return broken;
};

const mostLanes = 4;

/** How many programs of the shop can run at the same time: one, if they might share a database or a port. */
const lanesOf = ({ command, env = {}, url = '{port}', reset }: TortureOptions['shop']): number => {
  const texts = [...command, ...Object.values(env)];
  const hasOwnFolder = texts.some((text) => placeholdersIn(text).includes('folder'));
  const hasOwnPort = placeholdersIn(url).includes('port');
  return reset === undefined && hasOwnFolder && hasOwnPort
    ? Math.min(availableParallelism() + 1, mostLanes)
    : 1;
};

/** Incidents that random runs could not try: neither the first run nor the one that played some of its orders once more. */
const unmetOf = ([first, ...others]: ReadonlyArray<RunResult>): ReadonlyArray<string> =>
  first === undefined
    ? []
    : unmetIncidents({
        ...first,
        happened: new Set([first, ...others].flatMap(({ happened }) => [...happened])),
      });

const findingsIn = (runs: ReadonlyArray<JudgedRun>): number =>
  runs.flatMap(({ findings }) => findings).length;

/** The driver may say which currencies the shop takes. The first one is that of most orders. */
const withCurrencies = (plan: PlanOptions = {}, { currencies }: Driver): PlanOptions => {
  const [first] = currencies ?? [];
  return { ...(first && { currency: first }), ...(currencies && { currencies }), ...plan };
};

type Played = {
  readonly judged: ReadonlyArray<JudgedRun>;
  readonly certificate: Certificate | null;
  readonly untried: ReadonlyArray<string>;
};

const tortureWith = async (
  driver: Driver,
  options: TortureOptions,
  {
    onProgress = () => undefined,
    signal = new AbortController().signal,
    replay,
    since,
    environment = inheritedEnvironment(),
  }: TortureWatch,
): Promise<TortureResult> => {
  const seed = replay?.seed ?? options.plan?.seed ?? randomInt(largestSeed + 1);
  const given = { ...withCurrencies(options.plan, driver), seed };
  const capabilities = {
    refunds: driver.refund !== undefined,
    advance: driver.advance !== undefined,
    database: options.shop.database !== undefined,
  };
  const setUp = { options, driver, environment };
  const hasty = { ...options, settle: { ...options.settle, patienceMs: 0 } };
  const quick = { ...hasty, settle: { ...hasty.settle, quietMs: rehearsalQuietMs } };
  const runQuickly = createRunPlan({ ...setUp, options: quick });
  const progress = createProgressCounter(seed, (at) => {
    if (!signal.aborted) onProgress(at);
  });
  const { add: onEntry, orderDone: onOrderDone, begins } = progress;
  const { runPlan, problem: problemOfRuns } = createLastingRuns(
    createRunPlan({ ...setUp, onEntry, onOrderDone }),
  );
  const judge = async (phase: Phase, plan: Plan): Promise<ReadonlyArray<JudgedRun>> => {
    begins('orders', plan.orders.length);
    const run = await runPlan(plan, signal);
    return run === null ? [] : [{ phase, run, findings: judgeLedgers(run.ledgers) }];
  };

  const playReplay = async (plan: Plan): Promise<Played> => {
    await rehearse(runQuickly, plan, signal);
    return { judged: await judge('replay', plan), certificate: null, untried: [] };
  };

  /** Kills that met a shop that was being started are tried once more, one order after the other. */
  const playRandom = async (plan: Plan): Promise<ReadonlyArray<JudgedRun>> => {
    const first = await judge('random', plan);
    const missed = first.flatMap(({ run }) => ordersOfMissedKills(run));
    return missed.length === 0
      ? first
      : [...first, ...(await judge('random', { ...plan, atOnce: 1, orders: missed }))];
  };

  const playAll = async (): Promise<Played> => {
    const { orders = 200, single = true, pairs = false } = given;
    if (orders === 0 && !single && !pairs) {
      throw new TortureProblem(
        'there is nothing to play: no orders, no single faults and no pairs. Leave out --orders 0 or --no-single, or plan.orders or plan.single',
      );
    }
    await rehearse(runQuickly, drawPlan({ ...given, orders: 1 }, capabilities).plan, signal);
    const seen = await studyShop(runQuickly, { seed }, given, capabilities, signal);
    const phaseOf = (phase: CellPhase['phase']): CellPhase => ({
      phase,
      runPlan,
      options: given,
      capabilities,
      lanes: lanesOf(options.shop),
      signal,
      onBegin: (count: number) => begins(phase, count),
    });
    const drafts = single ? singleFaults(seen, given) : [];
    const played =
      since === undefined
        ? { ...(await playCells(drafts, phaseOf('single'))), kept: 0 }
        : await playChangedFirst(drafts, since, phaseOf('single'));
    progress.found(findingsIn(played.runs));
    const inPairs = pairs
      ? await playPairs(seen, played.cells, since, phaseOf('pairs'))
      : { runs: [], cells: [], untried: [] };
    progress.found(findingsIn([...played.runs, ...inPairs.runs]));
    const { plan, untried } = drawPlan(
      { ...given, lateMs: lateEnough(seen, given) },
      capabilities,
      seen,
    );
    const random = orders === 0 ? [] : await playRandom(plan);
    return {
      judged: [...played.runs, ...inPairs.runs, ...random],
      certificate: single || pairs ? { cells: [...played.cells, ...inPairs.cells] } : null,
      untried: [
        ...untried,
        ...(played.kept === 0
          ? []
          : [
              `${figureText(played.kept, 'single fault')} that held in the earlier certificate: not played again, because others break a rule`,
            ]),
        ...inPairs.untried,
        ...(pairs || !single ? [] : ['no pairs of faults: the option plan.pairs plays them']),
      ],
    };
  };

  begins('rehearsal', 1);
  const { judged, certificate, untried } =
    replay === undefined ? await playAll() : await playReplay(replay);
  const problem = problemOfRuns();
  if (judged.length === 0) {
    signal.throwIfAborted();
    if (problem !== null) throw problem;
  }
  progress.found(findingsIn(judged));
  const broken =
    (options.shrink ?? replay === undefined)
      ? await shrinkAll(
          judged,
          {
            runPlan: createRunPlan(setUp),
            runHastily: createRunPlan({ ...setUp, options: hasty }),
          },
          signal,
          progress.shrinks,
        )
      : findBroken(judged).map((found) => ({ ...found, smallest: null }));
  const complete = !signal.aborted && problem === null;
  return {
    passed: broken.length === 0 && complete,
    complete,
    problem: problem === null ? null : problem.message,
    seed,
    runs: judged.map(({ phase, run }) => ({ phase, run })),
    certificate,
    broken,
    untried: [
      ...untried,
      ...unmetOf(judged.flatMap(({ phase, run }) => (phase === 'random' ? [run] : []))),
    ],
  };
};

/**
 * Runs a shop under a plan of incidents, judges what the processor and the shop have after that, and makes the plan smaller for
 * each rule that was broken. Rejects with a `TortureProblem`, whose message says what to do, if the shop cannot be run or judged;
 * if that shows later, the result has what was played until then, and the `problem`. It
 * is the same after an abort of the signal, without a `problem`.
 */
export const runTorture = async (
  options: TortureOptions,
  watch: TortureWatch = {},
): Promise<TortureResult> => {
  const checked = checkedTortureOptions(options);
  const driver = await createDriver(
    checked,
    watch.environment ?? inheritedEnvironment(),
    watch.signal,
  );
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
