import type { Benchmark, Scale } from '../harness/benchmark.js';
import { newStores } from '../harness/databases.js';
import { roundSide } from '../harness/round-side.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const open = async (workshop: Workshop, { quick }: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const benchmarks: Array<Benchmark> = [];
  for (const [store, create] of Object.entries(newStores(workshop))) {
    const child = await workshop.start('keys', { store: await create() });
    const side = (name: string, count: number) =>
      roundSide(child, { name, count: quick ? 5 : count, figure: 'perSecond' });
    if (store !== 'memory') {
      benchmarks.push({
        name: `waits for the disk of a keyed create, ${store}`,
        unit: 'waits',
        goal: { goal: 1, atMost: 1 },
        ours: roundSide(child, { name: 'waits', count: 5, figure: 'each' }),
        rounds: 1,
      });
    }
    if (store === 'SQLite') {
      const count = quick ? 5 : 3000;
      benchmarks.push({
        name: 'longest time that a commit holds the event loop, SQLite',
        unit: 'ms',
        goal: { goal: 5, atMost: 5 },
        ours: roundSide(child, { name: 'commits', count, figure: 'longest' }),
        rounds: 3,
      });
    }
    benchmarks.push({
      name: `a keyed create against an unkeyed one, ${store}`,
      unit: '/s',
      ours: side('keyed', store === 'memory' ? 5000 : 1000),
      baseline: side('unkeyed', 5000),
      rounds: 4,
    });
  }
  return benchmarks;
};

export const keys: Suite = {
  name: 'keys',
  about:
    'createCustomer with an idempotency key against the same without one, 16 in flight. The processor is in memory, so that the difference is the key alone.',
  open,
};
