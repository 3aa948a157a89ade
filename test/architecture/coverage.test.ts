import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';

describe('the coverage threshold', () => {
  it('fails a run with less coverage, and reports lines, branches and functions', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'pasarela-coverage-'));
    await mkdir(join(cwd, 'src'));
    await mkdir(join(cwd, 'tmp'));
    await writeFile(join(cwd, 'src/uncovered.js'), 'export const one = () => 1;\n');
    const { code, stderr } = await runProgram(
      process.execPath,
      [
        resolve('node_modules/c8/bin/c8.js'),
        'report',
        `--config=${resolve('.c8rc.json')}`,
        `--temp-directory=${join(cwd, 'tmp')}`,
        `--reports-dir=${join(cwd, 'coverage')}`,
      ],
      { cwd, env: { PATH: process.env['PATH'] } },
    );
    await rm(cwd, { recursive: true });
    expect(code, stderr).to.equal(1);
    for (const what of ['lines', 'branches', 'functions']) {
      expect(stderr).to.match(
        new RegExp(`Coverage for ${what} \\(0%\\) does not meet global threshold`),
      );
    }
  });
});
