import type { Benchmark, Scale } from '../harness/benchmark.js';
import { newStores } from '../harness/databases.js';
import { roundSide } from '../harness/round-side.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const open = async (workshop: Workshop, { quick }: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const [few, many] = quick ? [2, 20] : [10, 100_000];
  const benchmarks: Array<Benchmark> = [];
  for (const [store, create] of Object.entries(newStores(workshop))) {
    const child = await workshop.start('claims', { few: await create(), many: await create() });
    const side = (which: string, due: number) =>
      roundSide(child, {
        name: `claim ${which}`,
        count: quick ? 2 : 300,
        figure: 'micros',
        prepare: () => child.round(`fill ${which}`, due, 'perSecond'),
      });
    benchmarks.push({
      name: `an event behind 100 000 due events of one object, ${store}`,
      unit: 'µs',
      goal: { goal: 2, atMost: 2 },
      ours: side('many', many),
      baseline: side('few', few),
      rounds: 4,
    });
  }
  return benchmarks;
};

export const claims: Suite = {
  name: 'claims',
  about:
    'The time in which an event is claimed while 100 000 events of another object are due, against 10. Less is better.',
  open,
};
