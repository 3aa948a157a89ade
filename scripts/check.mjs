import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sideBySide } from './side-by-side.mjs';

const quick = process.argv.includes('--quick');

// The checks of a step run side by side; a step begins when all checks of the previous step passed.
const allSteps = [
  [
    ['Types', 'check:types'],
    ['Lint and import rules', 'check:lint'],
    ['Format', 'check:format'],
  ],
  [
    ['Architecture and dependencies', 'check:architecture'],
    ['Tests, with coverage', 'check:tests'],
    ['Built package', 'check:package'],
  ],
];

const quickSteps = [
  [
    ['Types, of what changed', 'quick:types'],
    ['Format', 'check:format'],
  ],
  [
    ['Domain, application, configuration, in-memory processor', 'quick:core'],
    ['Architecture and interface', 'quick:interface'],
    ['Lint and import rules', 'check:lint'],
  ],
];

const steps = quick ? quickSteps : allSteps;

const directory = mkdtempSync(join(tmpdir(), 'pasarela-check-'));
const totalsFile = join(directory, 'totals');
writeFileSync(totalsFile, '');

const heading = (title) => `\n── ${title} ${'─'.repeat(Math.max(3, 60 - title.length))}\n\n`;

const npmRun = ([title, script]) => ({
  heading: heading(title),
  program: 'npm',
  args: ['run', '--silent', script],
  options: {
    env: { ...process.env, TEST_TOTALS: totalsFile },
    shell: process.platform === 'win32',
  },
});

const readTotals = () =>
  readFileSync(totalsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .reduce(
      (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
      {
        passed: 0,
        failed: 0,
      },
    );

const summary = [];
let broken = false;

if (!quick) spawnSync('npm', ['run', '--silent', 'clean'], { stdio: 'inherit' });
for (const step of steps) {
  const outcomes = await sideBySide(step.map(npmRun));
  for (const [index, { good, seconds }] of outcomes.entries()) {
    summary.push(`${good ? 'ok    ' : 'FAILED'}  ${step[index][0]} (${seconds.toFixed(1)} s)`);
    broken ||= !good;
  }
  if (broken) break;
}

const tests = readTotals();
rmSync(directory, { recursive: true });

console.log(heading('Total') + summary.join('\n'));
// A failed check that is not a test, or a run that was interrupted, counts as one failure.
console.log(
  `\n${tests.passed} passed, ${broken ? Math.max(1, tests.failed) : tests.failed} failed`,
);
process.exitCode = broken ? 1 : 0;
