import type { Benchmark, Scale } from '../harness/benchmark.js';
import { roundSide } from '../harness/round-side.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const operations = ['get', 'page', 'confirm', 'refund'];
const count = { quick: 5, full: 1000 };
const memory = ['--max-old-space-size=8000', '--expose-gc'];

const open = async ({ start }: Workshop, { quick }: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const few = quick ? 20 : 1000;
  const sizes = quick ? [100] : [100_000, 1_000_000];
  const [small, large] = [
    await start('growth', { keepEvents: Number.MAX_SAFE_INTEGER }, memory),
    await start('growth', { keepEvents: 10_000 }, memory),
  ];
  const side = (child: typeof small, name: string, size: number) =>
    roundSide(child, {
      name,
      count: quick ? count.quick : count.full,
      figure: 'micros',
      prepare: () => child.round('fill', size, 'made'),
    });
  return [
    ...sizes.flatMap((size) =>
      operations.map(
        (name): Benchmark => ({
          name: `${name} at ${size.toLocaleString('en').replaceAll(',', ' ')} intents`,
          unit: 'µs',
          goal: { goal: 1.3, atMost: 1.3 },
          ours: side(large, name, size),
          baseline: side(small, name, few),
          rounds: 4,
        }),
      ),
    ),
    // Last, because it adds payments to the few.
    {
      name: 'memory of a paid intent, its charge and its events',
      unit: 'bytes',
      goal: { goal: 2000, atMost: 2000 },
      ours: {
        // Not measured by the clock: it collects the garbage in between.
        round: async () => ({ value: await small.round('bytes', quick ? 200 : 20_000, 'bytes') }),
      },
      rounds: 2,
    },
  ];
};

export const growth: Suite = {
  name: 'growth',
  about:
    'The in-memory processor with many payments of one customer against the same with 1 000. Less is better.',
  open,
};
