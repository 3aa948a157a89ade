import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { startFakeServer } from '../../src/fake-server.js';
import { runProgram } from '../support/programs/run-program.js';
import { packageOfRun } from './installed-package.js';

describe('the shops of pasarela init', () => {
  let directory: string;

  before(async () => {
    ({ directory } = await packageOfRun());
    // They find `pasarela` above them, where it is installed, and frameworks among our development dependencies.
    await runProgram('mkdir', ['shops'], { cwd: directory });
    await symlink(resolve('node_modules'), join(directory, 'shops', 'node_modules'), 'junction');
  });

  for (const framework of ['express', 'fastify', 'hono', 'koa']) {
    it(`with ${framework} starts and takes payments at the local server`, async () => {
      const cli = join(directory, 'node_modules', 'pasarela', 'dist', 'cli.js');
      const cwd = join(directory, 'shops');
      const made = await runProgram(
        process.execPath,
        [cli, 'init', framework, '--framework', framework],
        { cwd },
      );
      expect(made.code, made.stderr).to.equal(0);
      const stripe = await startFakeServer();
      const settings = { STRIPE_BASE_URL: stripe.url, STRIPE_SECRET_KEY: stripe.apiKey };
      // framework-examples.test.ts runs the same files in memory.
      const { code, stdout, stderr } = await runProgram(
        process.execPath,
        ['--env-file=.env', '--test'],
        { cwd: join(cwd, framework), env: { ...process.env, ...settings } },
      );
      expect(code, `${stdout}${stderr}`).to.equal(0);
      const paid = await fetch(`${stripe.url}/v1/payment_intents`, {
        headers: { authorization: `Bearer ${stripe.apiKey}` },
      });
      expect(await paid.text()).to.match(/"status": ?"succeeded"/);
      await stripe.close();
    });
  }
});
