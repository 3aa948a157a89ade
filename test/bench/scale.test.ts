import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';
import { postgresOfRun } from '../support/stores/postgres/postgres-of-run.js';

describe('the simulation of docs/internals/scale.md', () => {
  it('runs with a few events, and prints the bytes of each table and the time of each statement', async () => {
    const BENCH_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? (await postgresOfRun()).url;
    const { code, stdout, stderr } = await runProgram(
      process.execPath,
      ['build/bench/scale.js', '--events', '3000'],
      { env: { ...process.env, BENCH_DATABASE_URL } },
    );
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^3000 events of \d+ bytes, and 300 keys$/m);
    expect(stdout).to.match(/^pasarela_events: [\d.]+ bytes a row/m);
    expect(stdout).to.match(/^erase a customer of 30 events: [\d.]+ ms, at most [\d.]+ ms$/m);
  });
});
