import type { Benchmark, Scale } from '../harness/benchmark.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const open = async ({ start }: Workshop, { quick }: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const child = await start('accounts', { quick }, ['--expose-gc']);
  const side = (name: string, figure: string) => ({
    // Not measured by the clock: it collects the garbage in between.
    round: async () => ({ value: await child.round(name, quick ? 5 : 1000, figure) }),
  });
  return [
    {
      name: 'time to open one with a fixture of 1 000 payments',
      unit: 'µs',
      ours: side('fixture', 'micros'),
      baseline: side('empty', 'micros'),
      rounds: 4,
    },
    {
      name: 'memory of one with a fixture of 1 000 payments',
      unit: 'bytes',
      ours: side('fixture', 'bytes'),
      baseline: side('empty', 'bytes'),
      rounds: 2,
    },
  ];
};

export const accounts: Suite = {
  name: 'accounts',
  about: 'Accounts of pasarela fake that begin with a fixture, against empty ones. Less is better.',
  open,
};
