import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

const { NODE_V8_COVERAGE: _, ...env } = process.env;

describe('npm run bench', () => {
  it('--quick runs every benchmark and prints a line for each', async () => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', 'build/bench/main.js', '--quick'],
      { env },
    );

    const announced = stderr.trim().split('\n');
    expect(announced).to.include('service: create and confirm');
    expect(
      stdout.split('\n').filter((line) => announced.some((name) => line.startsWith(name))),
    ).to.have.length(announced.length);
    expect(stdout).not.to.include('NaN');
  });
});
