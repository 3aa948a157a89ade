import { api } from '../../src/adapters/inbound/http/api.js';
import type { Benchmark, Goal, Scale } from '../harness/benchmark.js';
import { commandLine } from '../harness/command-line.js';
import { importSide, projectFile, startSide } from '../harness/start-side.js';
import type { Suite } from '../harness/suite.js';

const goal: Goal = { goal: 1.5, atMost: 1.5 };

const entryPoints: ReadonlyArray<{
  readonly name: string;
  readonly file: string;
  readonly goal?: Goal;
}> = [
  { name: 'pasarela', file: 'index' },
  { name: 'pasarela/memory', file: 'memory' },
  { name: 'pasarela/koa', file: 'koa' },
  { name: 'pasarela/stripe', file: 'stripe' },
  { name: 'pasarela/fake-server', file: 'fake-server', goal: { goal: 150, atMost: 150 } },
];

const open = async (_: unknown, { quick }: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const routes = Object.values(api).flatMap(({ paths }) => paths).length;
  const program = commandLine(quick);
  const koa = startSide(
    [projectFile('build/bench/programs/bare-koa-start.js'), String(routes)],
    '/health',
  );
  const folder = quick ? 'build/src' : 'dist';
  const imports = (quick ? entryPoints.slice(-1) : entryPoints).flatMap(
    ({ name, file, goal: limit }): ReadonlyArray<Benchmark> => {
      const specifier = new URL(`file:${projectFile(`${folder}/${file}.js`)}`).href;
      const usual = { rounds: 7 };
      return [
        {
          name: `import '${name}'`,
          unit: 'ms',
          ours: importSide(specifier, 'ms'),
          ...usual,
          ...(limit === undefined ? {} : { goal: limit }),
        },
        { name: `memory of '${name}'`, unit: 'MB', ours: importSide(specifier, 'mb'), ...usual },
      ];
    },
  );
  const lines: ReadonlyArray<Benchmark> = [
    {
      name: 'pasarela serve to its first answer',
      unit: 'ms',
      goal,
      ours: startSide([program, 'serve', '--port', '0'], '/health'),
      baseline: koa,
      rounds: 10,
    },
    {
      name: 'pasarela fake to its first answer',
      unit: 'ms',
      ours: startSide([program, 'fake', '--port', '0'], '/v1/customers'),
      baseline: koa,
      rounds: 10,
    },
    ...imports,
  ];
  // Each of the others would start programs in the same way.
  return quick ? lines.filter(({ name }) => /serve|import/.test(name)) : lines;
};

export const start: Suite = {
  name: 'start',
  about:
    'The time from start to the first answer, against bare Koa with as many routes; and what an import takes in a script that has nothing else. Less is better.',
  open,
};
