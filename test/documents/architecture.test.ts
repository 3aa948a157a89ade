import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';

describe('docs/internals/architecture.md', () => {
  it('lists the files that run on each path, each with its line', async () => {
    const { code, stderr } = await runProgram(process.execPath, [
      'scripts/architecture.mjs',
      '--check',
    ]);
    expect([code, stderr]).to.deep.equal([0, '']);
  });
});
