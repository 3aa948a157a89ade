/** The measurements of one round. */
export type Sample = {
  /** In the unit of the benchmark. */
  readonly value: number;
  /** CPU time for one operation, in microseconds, where a process of its own does the work. */
  readonly cpuMicros?: number;
  /** Longest time for which the event loop ran nothing else, in milliseconds. */
  readonly longestBlockMs?: number;
};

/** Response times in milliseconds. */
export type Latency = { readonly p50: number; readonly p99: number };

/** One of the two things that a benchmark compares. */
export type Side = {
  /** The resources of the rounds. */
  readonly prepare?: () => Promise<unknown>;
  /** Runs before the rounds, which do not count it. */
  readonly warmUp?: () => Promise<unknown>;
  readonly round: () => Promise<Sample>;
  /** Response times under a load of so many operations a second. */
  readonly latencyAt?: (perSecond: number) => Promise<Latency & Pick<Sample, 'longestBlockMs'>>;
};

type Unit = '/s' | 'ms' | 's' | 'µs' | 'bytes' | 'MB' | 'waits' | 'calls';

/** A goal for the ratio of ours to the baseline; without a baseline, for our value. */
export type Goal =
  | { readonly goal: number; readonly atLeast: number }
  | { readonly goal: number; readonly atMost: number };

/** One line of the table. */
export type Benchmark = {
  readonly name: string;
  readonly unit: Unit;
  /** Absent: the line is for the reader only. */
  readonly goal?: Goal;
  readonly ours: Side;
  readonly baseline?: Side;
  /** Rounds of each side. Default: those of the scale. */
  readonly rounds?: number;
};

/** How much is done. */
export type Scale = {
  /** A handful of operations, to see that everything runs. Nothing is concluded from the figures. */
  readonly quick: boolean;
  readonly rounds: number;
  readonly roundSeconds: number;
  /** Operations of a round of the quick scale, which ends on a machine of any speed; the full scale goes by time. */
  readonly operations: number;
  /** Of a server. */
  readonly warmUpOperations: number;
};

export const scales: { readonly full: Scale; readonly quick: Scale } = {
  full: {
    quick: false,
    rounds: 6,
    roundSeconds: 1,
    operations: Number.POSITIVE_INFINITY,
    warmUpOperations: 10_000,
  },
  quick: {
    quick: true,
    rounds: 1,
    roundSeconds: Number.POSITIVE_INFINITY,
    operations: 10,
    warmUpOperations: 0,
  },
};
