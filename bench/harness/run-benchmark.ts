import type { Benchmark, Goal, Latency, Sample, Scale, Side } from './benchmark.js';
import { median } from './statistics.js';

/** The results of a side: the medians of its rounds, and the longest block in any of them. */
export type Measured = Sample & { readonly latency?: Latency };

export type Outcome = 'met' | 'acceptable' | 'missed';

/** A benchmark with its figures. */
export type Result = Pick<Benchmark, 'name' | 'unit' | 'goal'> & {
  readonly ours: Measured;
  readonly baseline?: Measured;
  /** Ours to the baseline's, with the ratios of the worst and the best pair of rounds. */
  readonly ratio?: { readonly median: number; readonly low: number; readonly high: number };
  readonly outcome?: Outcome;
};

/** Whether a figure reaches a goal. `acceptable`: less than the goal, and not less than the least. */
export const judge = (goal: Goal, figure: number): Outcome => {
  if ('atMost' in goal) {
    if (figure <= goal.goal) return 'met';
    return figure <= goal.atMost ? 'acceptable' : 'missed';
  }
  if (figure >= goal.goal) return 'met';
  return figure >= goal.atLeast ? 'acceptable' : 'missed';
};

const known = (values: ReadonlyArray<number | undefined>): ReadonlyArray<number> =>
  values.filter((value) => value !== undefined);

const measuredOf = (
  samples: ReadonlyArray<Sample>,
  latency?: Latency & Pick<Sample, 'longestBlockMs'>,
): Measured => {
  const cpu = known(samples.map(({ cpuMicros }) => cpuMicros));
  const blocks = known([
    ...samples.map(({ longestBlockMs }) => longestBlockMs),
    latency?.longestBlockMs,
  ]);
  return {
    value: median(samples.map(({ value }) => value)),
    ...(cpu.length === 0 ? {} : { cpuMicros: median(cpu) }),
    ...(blocks.length === 0 ? {} : { longestBlockMs: Math.max(...blocks) }),
    ...(latency === undefined ? {} : { latency }),
  };
};

const latencyOf = async ({ latencyAt }: Side, samples: ReadonlyArray<Sample>) =>
  latencyAt?.(median(samples.map(({ value }) => value)) / 2);

/** Runs the rounds of both sides in the order A B B A, so that neither always runs first. */
export const runBenchmark = async (
  { name, unit, goal, ours, baseline, rounds }: Benchmark,
  scale: Scale,
): Promise<Result> => {
  const samples = { ours: Array<Sample>(), baseline: Array<Sample>() };
  const once = {
    ours: async () => samples.ours.push(await ours.round()),
    baseline: async () => baseline && samples.baseline.push(await baseline.round()),
  };
  for (const side of baseline === undefined ? [ours] : [ours, baseline]) {
    await side.prepare?.();
    if (!scale.quick) await side.warmUp?.();
  }
  for (let round = 0; round < (scale.quick ? 1 : (rounds ?? scale.rounds)); round += 1) {
    const order =
      round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const);
    for (const side of order) await once[side]();
  }
  const measured = measuredOf(samples.ours, await latencyOf(ours, samples.ours));
  const result = { name, unit, ...(goal === undefined ? {} : { goal }), ours: measured };
  if (baseline === undefined) {
    return { ...result, ...(goal === undefined ? {} : { outcome: judge(goal, measured.value) }) };
  }
  const theirs = measuredOf(samples.baseline, await latencyOf(baseline, samples.baseline));
  const ratios = samples.ours.map(
    ({ value }, n) => value / (samples.baseline[n]?.value ?? Number.NaN),
  );
  const ratio = {
    median: measured.value / theirs.value,
    low: Math.min(...ratios),
    high: Math.max(...ratios),
  };
  return {
    ...result,
    baseline: theirs,
    ratio,
    ...(goal === undefined ? {} : { outcome: judge(goal, ratio.median) }),
  };
};
