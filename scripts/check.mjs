import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const checks = [
  ['Types', 'check:types'],
  ['Lint and import rules', 'check:lint'],
  ['Format', 'check:format'],
  ['Architecture and dependencies', 'check:architecture'],
  ['Tests, with coverage', 'check:tests'],
  ['Built package', 'check:package'],
];

const directory = mkdtempSync(join(tmpdir(), 'pasarela-check-'));
const totalsFile = join(directory, 'totals');
writeFileSync(totalsFile, '');

const npmRun = (script) =>
  spawnSync('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TEST_TOTALS: totalsFile },
    shell: process.platform === 'win32',
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
let broken;

npmRun('clean');
for (const [title, script] of checks) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(3, 60 - title.length))}\n`);
  const start = performance.now();
  const { status } = npmRun(script);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  summary.push(`${status === 0 ? 'ok    ' : 'FAILED'}  ${title} (${seconds} s)`);
  if (status !== 0) {
    broken = title;
    break;
  }
}

const tests = readTotals();
rmSync(directory, { recursive: true });

console.log(`\n── Total ${'─'.repeat(55)}\n\n${summary.join('\n')}`);
if (broken) console.log(`\nStopped at: ${broken}`);
// A check that is not a test and failed, or a run that broke off, counts as one failure.
console.log(
  `\n${tests.passed} passed, ${broken ? Math.max(1, tests.failed) : tests.failed} failed`,
);
process.exitCode = broken ? 1 : 0;
