import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';

const plantedTests = `
const { before, describe, it } = require('${resolve('node_modules/mocha')}');
const fail = () => {
  throw new Error('planted failure', { cause: new Error('planted cause') });
};
describe('a planted suite', () => {
  it('passes', () => undefined);
  it('fails', fail);
  describe('with a hook', () => {
    before(fail);
    it('is not reached', () => undefined);
  });
});
`;

const mocha = resolve('node_modules/mocha/bin/mocha.js');
const reporter = resolve('scripts/totals-reporter.mjs');
const files = {
  'planted.cjs': plantedTests,
  'format.cjs':
    "console.log('first line\\n'.repeat(50)); console.log('not formatted'); process.exit(2)",
  'package.json': JSON.stringify({
    scripts: {
      'quick:types': `node ${mocha} --no-config --reporter ${reporter} planted.cjs`,
      'check:format': 'node format.cjs',
    },
  }),
};

describe('the summary of the checks', () => {
  it('repeats each failed test and the end of each other failed check, and ends with the totals', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'pasarela-failed-'));
    await Promise.all(
      Object.entries(files).map(([name, content]) => writeFile(join(cwd, name), content)),
    );
    const { code, stdout } = await runProgram(
      process.execPath,
      [resolve('scripts/check.mjs'), '--quick'],
      { cwd, env: { PATH: process.env['PATH'] } },
    );
    await rm(cwd, { recursive: true });
    expect(code, stdout).to.equal(1);
    const [, summary = ''] = stdout.split('── Total ');
    for (const expected of [
      /FAILED {2}Types, of what changed \(/,
      /a planted suite fails\n.*planted\.cjs\n +Error: planted failure\n +at .*planted\.cjs:4/,
      /a planted suite with a hook "before all" hook.*\n.*planted\.cjs\n +Error: planted failure/,
      /\[cause\]: Error: planted cause/,
      /FAILED {2}Format \(/,
      /── Failed: Format [^\n]+\n\n(first line\n){15,20}\n*not formatted\n/,
      /\n1 passed, 2 failed\n$/,
    ]) {
      expect(summary).to.match(expected);
    }
  });
});
