import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { lastLines, sideBySide } from './side-by-side.mjs';

// c8 reads the coverage of each process from here.
const covered = resolve('coverage/tmp');

// Five runs. Each entry matches a file, a folder or both; all other tests are the fifth run.
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
// Those that share a PostgreSQL, so that it starts once:
const databases = [
  'adapters/outbound/postgres',
  'adapters/outbound/rate-limits',
  'adapters/outbound/sql/event-store/conclude-event.with-claims',
  'adapters/outbound/sql/idempotency',
  'application/facade/bind.model',
  'bench',
  'chaos',
  'documents/scale',
  'infrastructure/create-payments.outcomes',
  'infrastructure/reconciliation/read-own-side',
  'infrastructure/service.hanging-postgres',
  'support/stores/postgres',
];
// Those that share a browser:
const browsers = [
  'adapters/inbound/http/koa',
  'adapters/inbound/http/reference',
  'documents',
  'sdk',
  'simulator/browser',
  'simulator/pages',
  'support/browser',
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
const knowsIt = spawnSync(process.execPath, [later, '--version']).status === 0;
if (knowsIt) nodeOptions.push(later);

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
// The longest first, so that none is left alone at the end. More than three would take the processors from each other,
// and from the check of the package beside them.
const runs = await sideBySide(
  [
    mocha(
      'build/test/**/*.test.js',
      '--exclude',
      named(['architecture', 'package', ...programs, ...requests, ...databases, ...browsers]),
    ),
    mocha(named(programs)),
    mocha(named(databases)),
    mocha(named(browsers), '--exclude', named([...databases, ...programs])),
    mocha(named(requests), '--exclude', named(programs)),
  ],
  3,
);

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
