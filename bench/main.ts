import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Scale, scales } from './harness/benchmark.js';
import { runBenchmark } from './harness/run-benchmark.js';
import type { Suite } from './harness/suite.js';
import { type Chapter, markdownTable, textTable } from './harness/table.js';
import { inWorkshop } from './harness/workshop.js';
import { accounts } from './suites/accounts.js';
import { claims } from './suites/claims.js';
import { fake } from './suites/fake.js';
import { growth } from './suites/growth.js';
import { keyed } from './suites/keyed.js';
import { keys } from './suites/keys.js';
import { node } from './suites/node.js';
import { passThrough } from './suites/pass-through.js';
import { reconcile } from './suites/reconcile.js';
import { service } from './suites/service.js';
import { start } from './suites/start.js';
import { storedKeys } from './suites/stored-keys.js';
import { webhooks } from './suites/webhooks.js';

const suites: ReadonlyArray<Suite> = [
  service,
  node,
  fake,
  passThrough,
  keyed,
  growth,
  claims,
  webhooks,
  keys,
  storedKeys,
  start,
  accounts,
  reconcile,
];

const help = `npm run bench -- [options] [suite ...]

Measures Pasarela against what people would pick instead, and prints a table.
Without names, all suites run:

${suites.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

  --quick          a handful of operations of each, to see that everything runs
  --only <text>    only lines with this text in their names
  --markdown       prints the table for a document
  --write <file>   writes it between the markers <!-- table --> of the file
  --help
`;

const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

// A handful of operations ends before optimized code pays.
const flagsOf = ({ quick }: Scale): ReadonlyArray<string> => (quick ? ['--no-opt'] : []);

const runSuite = ({ name, open }: Suite, scale: Scale, only: string): Promise<Chapter> =>
  inWorkshop(async (workshop) => {
    const results = [];
    for (const benchmark of await open(workshop, scale)) {
      if (!benchmark.name.includes(only)) continue;
      note(`${name}: ${benchmark.name}`);
      results.push(await runBenchmark(benchmark, scale));
    }
    return { name, results };
  }, flagsOf(scale));

const machine = (): string => {
  const cores = cpus();
  return `Node ${process.version}, ${cores.length} cores, ${cores[0]?.model.trim()}`;
};

const [opening, closing] = ['<!-- table -->', '<!-- /table -->'];

const writeInto = async (path: string, table: string): Promise<void> => {
  const text = await readFile(path, 'utf8');
  const [from, to] = [text.indexOf(opening), text.indexOf(closing)];
  if (from < 0 || to < from) throw new Error(`${path} has no ${opening} and ${closing}`);
  const when = new Date().toISOString().slice(0, 10);
  const block = `${opening}\n\n${when}, ${machine()}.\n\n${table}\n\n`;
  await writeFile(path, text.slice(0, from) + block + text.slice(to));
};

const readArguments = () => {
  const read = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      markdown: { type: 'boolean', default: false },
      write: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = read.positionals.find((wanted) => suites.every(({ name }) => name !== wanted));
  if (unknown !== undefined) throw new Error(`There is no suite '${unknown}'`);
  return read;
};

const refuse = (reason: string): void => {
  note(`bench: ${reason}; npm run bench -- --help shows the suites and the options`);
  process.exitCode = 1;
};

const main = async (): Promise<void> => {
  let read: ReturnType<typeof readArguments>;
  try {
    read = readArguments();
  } catch (error) {
    refuse(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
    return;
  }
  const { values, positionals } = read;
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const scale = values.quick ? scales.quick : scales.full;
  const chapters = [];
  for (const suite of suites) {
    if (positionals.length > 0 && !positionals.includes(suite.name)) continue;
    chapters.push(await runSuite(suite, scale, values.only));
  }
  if (chapters.every(({ results }) => results.length === 0)) {
    refuse(`no line has '${values.only}' in its name`);
    return;
  }
  const table = values.markdown ? markdownTable(chapters) : textTable(chapters);
  process.stdout.write(`${machine()}\n\n${table}\n`);
  if (values.write !== undefined) await writeInto(values.write, markdownTable(chapters));
};

await main();
