import type { Benchmark, Goal, Scale, Side } from '../harness/benchmark.js';
import type { Child } from '../harness/child.js';
import { newStores } from '../harness/databases.js';
import { roundSide } from '../harness/round-side.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const alone: Goal = { goal: 0.7, atLeast: 0.7 };
const many: Goal = { goal: 3, atLeast: 3 };

const lines: ReadonlyArray<{
  readonly name: string;
  readonly ours: readonly [name: string, count: number];
  readonly bare: readonly [name: string, count: number];
  readonly goal?: Goal;
}> = [
  { name: 'received, 1 in flight', ours: ['receive 1', 500], bare: ['insert', 500], goal: alone },
  { name: 'received, 16 in flight', ours: ['receive 16', 2000], bare: ['insert', 500] },
  { name: 'received, 64 in flight', ours: ['receive 64', 3000], bare: ['insert', 500], goal: many },
  { name: 'handled, 1 at a time', ours: ['handle 1', 300], bare: ['handle', 300], goal: alone },
  { name: 'handled, 64 at a time', ours: ['handle 64', 2000], bare: ['handle', 300], goal: many },
];

/** The instances handle at the same time, each until its round is over. */
const together = (
  instances: ReadonlyArray<Child>,
  [name, count]: readonly [name: string, count: number],
): Side => {
  const round = async () => {
    const rates = await Promise.all(
      instances.map((child) => child.round(name, count, 'perSecond')),
    );
    return { value: rates.reduce((sum, rate) => sum + rate, 0) };
  };
  return { round };
};

const open = async (workshop: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const { quick } = scale;
  const paced = quick ? 3 : 1000;
  const start = (store: string, prefix: string) =>
    workshop.start('webhooks', { store, prefix, paced });
  const { SQLite, PostgreSQL } = newStores(workshop);
  const benchmarks: Array<Benchmark> = [];
  for (const [store, create] of Object.entries({ SQLite, PostgreSQL })) {
    const child = await start(await create(), 'a');
    const loop = await workshop.start('bare-inserts', { store: await create() });
    for (const { name, ours, bare, goal } of lines) {
      const side = (of: Child, [round, count]: readonly [string, number]) =>
        roundSide(of, {
          name: round,
          count: quick ? 3 : count,
          figure: 'perSecond',
          ...(round.startsWith('receive') ? { paced: 'receive at' } : {}),
        });
      benchmarks.push({
        name: `${name}, ${store}`,
        unit: '/s',
        ...(goal === undefined ? {} : { goal }),
        ours: side(child, ours),
        baseline: side(loop, bare),
        rounds: 4,
      });
    }
  }

  const store = await PostgreSQL();
  const one = await start(store, 'one');
  const other = await start(store, 'other');
  const waiting = quick
    ? (['waiting, so many', 3] as const)
    : (['waiting, so long', 1500] as const);
  // More than all rounds handle, at 8 a handler's wait for each instance.
  const backlog = () => one.round('receive 64', quick ? 100 : 8000, 'perSecond');
  benchmarks.push({
    name: 'two instances against one, handlers that wait, PostgreSQL',
    unit: '/s',
    goal: { goal: 1.7, atLeast: 1.7 },
    ours: { ...together([one, other], waiting), prepare: backlog },
    baseline: together([one], waiting),
    rounds: 4,
  });
  return benchmarks;
};

export const webhooks: Suite = {
  name: 'webhooks',
  about:
    'Signed events, each verified, stored durably and answered, against a bare loop that inserts the same rows one by one through the same driver; and events handled, against a bare loop that updates the row twice. Both in one process, without HTTP.',
  open,
};
