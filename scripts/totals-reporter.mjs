import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import Mocha from 'mocha';

const linesOfError = 30;
const charactersOfLine = 500;

const errorText = (error) =>
  inspect(error, { depth: 2, maxStringLength: 1000, maxArrayLength: 20 })
    .split('\n')
    .slice(0, linesOfError)
    .map((line) => `  ${line.slice(0, charactersOfLine)}`)
    .join('\n');

// The tests run from build/, where `tsc` compiled them.
const sourceOf = (file) => relative('build', file).replace(/\.js$/, '.ts');

const failureText = (failed) =>
  [
    failed.fullTitle(),
    ...(failed.file ? [`  ${sourceOf(failed.file)}`] : []),
    errorText(failed.err),
  ].join('\n');

/**
 * Mocha's `spec` reporter, which also appends its totals, and a text about each failed test or hook, as one JSON line to
 * the file TEST_TOTALS.
 */
export default class TotalsReporter extends Mocha.reporters.Spec {
  done(failures, exit) {
    const file = process.env.TEST_TOTALS;
    const { passes, failures: failed } = this.stats;
    const totals = {
      passed: passes,
      failed,
      failures: this.failures.map((one) => failureText(one)),
    };
    if (file) appendFileSync(file, `${JSON.stringify(totals)}\n`);
    exit(failures);
  }
}
