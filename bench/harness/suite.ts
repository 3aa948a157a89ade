import type { Benchmark, Scale } from './benchmark.js';
import type { Workshop } from './workshop.js';

/** Benchmarks that share the programs that they measure. */
export type Suite = {
  /** Its name on the command line, and before each of its lines. */
  readonly name: string;
  /** The sides of the comparison. */
  readonly about: string;
  readonly open: (workshop: Workshop, scale: Scale) => Promise<ReadonlyArray<Benchmark>>;
};
