import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCapacity } from './production/capacity.mjs';
import { createClosers } from './production/closers.mjs';
import { runDay } from './production/day.mjs';
import { dayTable } from './production/figures.mjs';
import { planOf, unknownSteps } from './production/plan.mjs';
import { findTools, missingTools } from './production/programs.mjs';
import { sizesOf } from './production/sizes.mjs';
import { startStack } from './production/stack.mjs';
import { steps } from './production/steps.mjs';

const help = `Usage: npm run production -- [options] [step ...]

A day of a shop in production: three instances, PostgreSQL with a standby, PgBouncer, HAProxy, and buyers who pay with keys. One
thing after the other happens to them. At the end the ledger of the processor and what the buyers were told are compared.

Steps, in this order; default: all
${steps.map(({ name, about }) => `  ${name.padEnd(22)} ${about}`).join('\n')}
  ${'capacity'.padEnd(22)} requests a second of one instance by store, and the sizes of 100,000 keys

Options:
  --quick             small sizes, a few minutes
  --minutes <number>  minutes without the processor, default 10
  --keep              keep the folder with the logs
  --help              print this help

What this machine lacks is skipped, and named. It exits with 1 when something did not hold.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text) => process.stderr.write(`${text}\n`);

const closers = createClosers();

const capacityName = 'capacity';

const isWanted = (name) => positionals.length === 0 || positionals.includes(name);

/** Runs the day, and prints it. Resolves with whether everything held. */
const day = async (found, plan, sizes, folder) => {
  const own = createClosers();
  closers.add(own.close);
  const stack = await startStack(found, folder, own);
  const { lines, books } = await runDay({ stack, plan, sizes, say });
  await own.close();
  console.log(`${dayTable(lines)}\n`);
  for (const [what, count] of Object.entries(books.facts)) console.log(`${what}: ${count}`);
  const problems = [
    ...books.problems,
    ...lines.flatMap(({ name, broken = [] }) => broken.map((text) => `${name}: ${text}`)),
  ];
  for (const text of problems) console.log(`FAILED: ${text}`);
  return problems.length === 0;
};

const main = async () => {
  if (values.help) {
    console.log(help);
    return true;
  }
  const unknown = unknownSteps([...steps, { name: capacityName }], positionals);
  if (unknown.length > 0) {
    say(`production: no step is named ${unknown.join(', ')}; --help shows the names`);
    return false;
  }
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  if (minutes !== undefined && !(minutes > 0)) {
    say(`production: --minutes must be a positive number, not ${values.minutes}`);
    return false;
  }
  const found = findTools();
  for (const line of missingTools(found)) say(line);
  const sizes = sizesOf({ quick: values.quick, minutes });
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-production-'));
  // PgBouncer runs as another user.
  await chmod(folder, 0o755);
  closers.add(async () => {
    if (values.keep) say(`the logs are in ${folder}`);
    else await rm(folder, { recursive: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      void closers.close().finally(() => process.exit(130));
    });
  }
  try {
    const plan = planOf(steps, found, positionals);
    const held = plan.length === 0 || (await day(found, plan, sizes, folder));
    if (isWanted(capacityName)) {
      for (const table of await measureCapacity({ found, folder, sizes, say, closers })) {
        console.log(`\n${table}`);
      }
    }
    return held;
  } finally {
    await closers.close();
  }
};

process.exit((await main()) ? 0 : 1);
