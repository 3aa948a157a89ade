import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { lastLines, sideBySide } from './side-by-side.mjs';

// c8 reads the coverage of each process from here.
const covered = resolve('coverage/tmp');

// Four runs. Each entry matches a file, a folder or both; all other tests are the fourth run.
// Those that start the command line or other programs:
const programs = [
  'contract/test-framework',
  'documents/examples',
  'documents/walk-throughs',
  'infrastructure/cli',
  'torture/driver',
  'torture/program',
  'torture/run/create-run-plan',
  'torture/shop',
  'torture/torture',
];
// Those that share a PostgreSQL and a browser, so that each starts once:
const servers = [
  'adapters/inbound/http/koa',
  'adapters/inbound/http/reference',
  'adapters/outbound/postgres',
  'adapters/outbound/rate-limits',
  'application/facade/bind.model',
  'bench',
  'chaos',
  'documents',
  'simulator/browser',
  'simulator/pages',
  'infrastructure/service.hanging-postgres',
  'sdk',
  'support/browser',
  'support/stores/postgres',
  'torture/report/html-report',
];
// Those that send requests to a service in their own process, mostly:
const requests = ['contract', 'hostile', 'interface'];
const named = (names) => `build/test/{${names.join(',')}}{.test.js,/**/*.test.js}`;

// mocha's own command starts Node once more for these: a second of CPU for each run, and coverage of nothing.
const nodeOptions = JSON.parse(readFileSync('.mocharc.json', 'utf8'))['node-option'].map(
  (option) => `--${option}`,
);

// Code that counts its calls is worth optimizing later: a tenth of the CPU time less, and without coverage a tenth more.
// Node 22 and later do not know the option.
const later = '--interrupt-budget=500000';
const { status: unknown } = spawnSync(process.execPath, [later, '--version']);
if (unknown === 0) nodeOptions.push(later);

const mocha = (...args) => ({
  program: process.execPath,
  args: [...nodeOptions, 'node_modules/mocha/lib/cli/cli.js', ...args],
  options: { env: { ...process.env, NODE_V8_COVERAGE: covered } },
});

// Files with only types compile to nothing and are never loaded: they have no coverage.
const holdsOnlyTypes = (file) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\/\/.*$/gm, '')
    .trim() === 'export {};';

const typesOnly = readdirSync('build/src', { recursive: true })
  .map((name) => join('build/src', name))
  .filter((file) => file.endsWith('.js') && holdsOnlyTypes(file))
  .map((file) => join('src', relative('build/src', file)).replace(/\.js$/, '.ts'));

// Code that runs in the browser alone: its tests drive a browser, whose coverage Node does not measure.
const inBrowser = ['src/simulator/browser/**'];

// Code that only the programs run which tests start.
const inPrograms = [
  'cli/{entry,env-file,main,run-command,stop-signal}.ts',
  'cli/commands/{fake,fake-output,serve,torture}.ts',
  'terminal/banner.ts',
].map((files) => `src/infrastructure/${files}`);

rmSync(covered, { recursive: true, force: true });
const runs = await sideBySide([
  mocha(
    'build/test/**/*.test.js',
    '--exclude',
    named(['architecture', 'package', ...programs, ...requests, ...servers]),
  ),
  mocha(named(requests), '--exclude', named(programs)),
  mocha(named(programs)),
  mocha(named(servers), '--exclude', named(programs)),
]);

// A run that ended before its reporter did, as by a file that cannot be loaded, wrote no totals.
const totals = process.env.TEST_TOTALS;
for (const { good, output } of runs) {
  if (!good && totals && !/\d passing\b/.test(output)) {
    const failures = [`A run of tests ended early:\n${lastLines(output)}`];
    appendFileSync(totals, `${JSON.stringify({ passed: 0, failed: 1, failures })}\n`);
  }
}

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/c8/bin/c8.js',
    'report',
    ...[...inBrowser, ...inPrograms, ...typesOnly].flatMap((file) => ['--exclude', file]),
  ],
  { stdio: 'inherit' },
);
process.exitCode = runs.every(({ good }) => good) && status === 0 ? 0 : 1;
