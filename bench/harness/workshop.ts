import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child.js';

/** Starts what the benchmarks of a suite need, and ends it all together. */
export type Workshop = {
  /** An empty folder that is removed at the end. */
  readonly folder: string;
  readonly start: (
    program: string,
    options?: unknown,
    flags?: ReadonlyArray<string>,
  ) => Promise<Child>;
  readonly atEnd: (work: () => Promise<unknown>) => void;
};

/** Runs work with a workshop, and closes that afterwards. `always`: flags of Node for each program. */
export const inWorkshop = async <A>(
  work: (workshop: Workshop) => Promise<A>,
  always: ReadonlyArray<string> = [],
): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-bench-'));
  const endings: Array<() => Promise<unknown>> = [];
  try {
    return await work({
      folder,
      atEnd: (ending) => void endings.push(ending),
      start: async (program, options = {}, flags = []) => {
        const child = await startChild(program, options, { folder, flags: [...always, ...flags] });
        endings.push(child.end);
        return child;
      },
    });
  } finally {
    for (const ending of endings.toReversed()) await ending();
    await rm(folder, { recursive: true, force: true });
  }
};
