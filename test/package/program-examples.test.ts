import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import { runProgram } from '../support/programs/run-program.js';
import { examplesOfRun } from './examples-of-run.js';

const mocha = resolve('node_modules/mocha/bin/mocha.js');

const programs = [
  { example: 'node-test', args: ['pay-order.test.js'], prints: /^# pass 7$/m },
  { example: 'vitest', args: ['pay-order.test.js'], prints: /^# pass 7$/m },
  { example: 'vitest', args: ['declined.test.js'], prints: /^# pass 1$/m },
  { example: 'vitest', args: ['stripe.test.js'], prints: /^# pass 2$/m },
  { example: 'jest', args: ['pay-order.test.js'], prints: /^# pass 5$/m },
  { example: 'mocha', args: [mocha, 'pay-order.test.js'], prints: /^ *5 passing/m },
  {
    example: 'custom-processor',
    args: ['journaled-processor.test.js'],
    prints: /^# pass [23]\d\d$/m,
  },
  { example: 'custom-processor', args: ['bank-processor.test.js'], prints: /^# pass 10$/m },
  {
    example: 'custom-processor',
    args: ['bank-processor.contract.test.js'],
    prints: /^# pass [89]\d$/m,
  },
];

describe('the examples that are programs', () => {
  let folder: string;

  before(async () => {
    folder = await examplesOfRun();
  });

  const run = (example: string, args: ReadonlyArray<string>) =>
    runProgram(process.execPath, args, {
      cwd: join(folder, example),
      // The default reporter of `node:test` depends on the version of Node.
      env: { PATH: process.env['PATH'], NODE_OPTIONS: '--test-reporter=tap' },
    });

  for (const { example, args, prints } of programs) {
    it(`${example} succeeds: ${args.at(-1)}`, async () => {
      const { code, stdout, stderr } = await run(example, args);
      expect(code, stdout + stderr).to.equal(0);
      expect(stdout).to.match(prints);
    });
  }

  it('the script prints what its README shows', async () => {
    const { stdout } = await run('script', ['charge.js']);
    const shown = fencedBlocks(await readFile('examples/script/README.md', 'utf8'));
    expect(stdout).to.equal(shown.find(({ info }) => info === 'text')?.text);
  });
});
