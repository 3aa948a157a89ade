import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';
import { postgresOfRun } from '../support/stores/postgres/postgres-of-run.js';

describe('npm run bench', () => {
  it('--quick runs every benchmark and prints a line for each', async () => {
    const BENCH_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? (await postgresOfRun()).url;

    const { code, stdout, stderr } = await runProgram(
      process.execPath,
      ['--expose-gc', 'build/bench/main.js', '--quick'],
      { env: { ...process.env, BENCH_DATABASE_URL } },
    );

    expect(code, stderr).to.equal(0);
    const announced = stderr.trim().split('\n');
    expect(announced).to.include('service: create and confirm');
    const missing = announced.filter((name) => !stdout.includes(`\n${name}  `));
    expect(missing).to.deep.equal([]);
    expect(stdout).not.to.include('NaN');
  });

  it('says what is wrong with its arguments in one line, and fails', async () => {
    for (const [args, reason] of [
      [['--quik'], "Unknown option '--quik'"],
      [['--only'], "Option '--only <value>' argument missing"],
      [['servce'], "There is no suite 'servce'"],
      [['accounts', '--quick', '--only', 'nothing'], "no line has 'nothing' in its name"],
    ] as const) {
      const { code, stdout, stderr } = await runProgram(process.execPath, [
        'build/bench/main.js',
        ...args,
      ]);
      expect(stderr).to.equal(
        `bench: ${reason}; npm run bench -- --help shows the suites and the options\n`,
      );
      expect([code, stdout]).to.deep.equal([1, '']);
    }
  });
});
