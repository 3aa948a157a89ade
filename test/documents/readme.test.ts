import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { startFakeServer } from '../../src/fake-server.js';
import { loadConfiguration } from '../../src/torture.js';
import { canWalk } from '../support/documents/walk-through.js';
import { at } from '../support/json/at.js';
import { runProgram } from '../support/programs/run-program.js';
import { pages } from './pages.js';

const readme = pages.find(({ file }) => file === 'README.md');
const blocks = readme?.blocks.map(({ text }) => text) ?? [];
const blockWith = (text: string): string =>
  blocks.find((block) => block.includes(text)) ?? `README.md has no block with ${text}`;

const printed = 'http://127.0.0.1:12111';
const hasPrograms = await canWalk();

if (!hasPrograms) process.stderr.write('NOT RUN: the commands of README.md need bash and curl\n');

describe('README.md', () => {
  if (hasPrograms) {
    it('shows a request that pays at the local server', async () => {
      const server = await startFakeServer();
      try {
        const command = blockWith('/v1/payment_intents');
        expect(command).to.include(printed);
        const { code, stdout, stderr } = await runProgram(
          'bash',
          ['-c', command.replaceAll(printed, server.url).replace('curl ', 'curl -s ')],
          { env: { PATH: process.env['PATH'], HOME: tmpdir() } },
        );
        expect(code, stderr).to.equal(0);
        const paid: unknown = JSON.parse(stdout);
        expect([at(paid, 'status'), at(paid, 'amount_received')]).to.deep.equal([
          'succeeded',
          1999,
        ]);
      } finally {
        await server.close();
      }
    });
  }

  it('shows the test of examples/vitest/declined.test.js, which the tests of the package run', async () => {
    expect(blocks).to.include(await readFile('examples/vitest/declined.test.js', 'utf8'));
  });

  it('shows a torture test whose files exist', async () => {
    const [, configuration = '', plan = ''] =
      /torture (\S+\.mjs) [^]*--replay (\S+)/.exec(blockWith('pasarela torture')) ?? [];
    expect(
      await loadConfiguration(new URL(`../../../${configuration}`, import.meta.url)),
    ).to.have.property('shop');
    expect(JSON.parse(await readFile(plan, 'utf8'))).to.be.an('object');
  });
});
