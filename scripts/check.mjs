import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, sideBySide } from './side-by-side.mjs';

const quick = process.argv.includes('--quick');

// The checks of a step run side by side; a step begins when all checks of the previous step passed.
const allSteps = [
  [
    ['Types', 'check:types'],
    ['Format', 'check:format'],
    ['Lint and import rules', 'check:lint'],
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
const totalsFile = (script) => join(directory, script.replace(':', '-'));

const heading = (title) => `\n── ${title} ${'─'.repeat(Math.max(3, 60 - title.length))}\n\n`;

// The compiler and the type-aware linter are Go programs that end soon: less collecting of garbage takes a fifth of the compiler's CPU time.
const { GOGC = '400' } = process.env;

const npmRun = ([title, script]) => ({
  heading: heading(title),
  program: 'npm',
  args: ['run', '--silent', script],
  options: {
    env: { ...process.env, GOGC, TEST_TOTALS: totalsFile(script) },
    shell: process.platform === 'win32',
  },
});

// Each run of mocha appended a line; a check without tests has none.
const readTotals = (script) => {
  const file = totalsFile(script);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line));
};

const summary = [];
const failures = [];
const tests = { passed: 0, failed: 0 };

const judge = ([title, script], { good, seconds, output }) => {
  summary.push(`${good ? 'ok    ' : 'FAILED'}  ${title} (${seconds.toFixed(1)} s)`);
  const totals = readTotals(script);
  for (const { passed, failed } of totals) {
    tests.passed += passed;
    tests.failed += failed;
  }
  if (good) return;
  const failedTests = totals.flatMap((one) => one.failures).slice(0, 20);
  const report = failedTests.length > 0 ? failedTests.join('\n\n') : lastLines(output);
  failures.push(`${heading(`Failed: ${title}`)}${report}`);
};

if (!quick) spawnSync('npm', ['run', '--silent', 'clean'], { stdio: 'inherit' });
for (const step of steps) {
  const outcomes = await sideBySide(step.map(npmRun));
  for (const [index, outcome] of outcomes.entries()) judge(step[index], outcome);
  if (failures.length > 0) break;
}
rmSync(directory, { recursive: true });

// Readers of the end of the output still learn which tests failed, and how.
console.log(heading('Total') + summary.join('\n'));
console.log(failures.join('\n'));
// A failed check that is not a test, or a run that was interrupted, counts as one failure.
const failed = failures.length > 0 ? Math.max(1, tests.failed) : tests.failed;
console.log(`\n${tests.passed} passed, ${failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
