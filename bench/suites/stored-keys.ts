import type { Benchmark, Scale } from '../harness/benchmark.js';
import { newStores } from '../harness/databases.js';
import { roundSide } from '../harness/round-side.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const open = async (workshop: Workshop, { quick }: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const [kept, forgotten] = quick ? [300, 110] : [1_000_000, 10_000];
  const { SQLite, PostgreSQL } = newStores(workshop);
  const benchmarks: Array<Benchmark> = [];
  for (const [store, create] of Object.entries({ SQLite, PostgreSQL })) {
    const child = await workshop.start('stored-keys', { store: await create() });
    const prepare = () => child.round('fill', kept, 'made');
    benchmarks.push(
      {
        name: `a keyed payment of 1 000 000, ${store}`,
        unit: 'bytes',
        ours: {
          prepare,
          round: async () => ({ value: await child.round('bytes', kept, 'each') }),
        },
        rounds: 1,
      },
      {
        name: `forgetting 10 000 keys of 1 000 000, ${store}`,
        unit: 'ms',
        ours: {
          ...roundSide(child, { name: 'forget', count: forgotten, figure: 'ms', prepare }),
          warmUp: async () => undefined,
        },
        rounds: 2,
      },
    );
  }
  return benchmarks;
};

export const storedKeys: Suite = {
  name: 'stored-keys',
  about:
    'A store with a million keyed payments: its bytes for each, and how long the maintenance takes to forget some of them.',
  open,
};
