import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import {
  canWalk,
  expectShown,
  runWalkThrough,
  walkThroughSteps,
} from '../support/documents/walk-through.js';
import { signatureOf } from '../support/http/signature-of.js';
import { runProgram } from '../support/programs/run-program.js';
import { examplesOfRun } from './examples-of-run.js';

const hasPrograms = await canWalk();

describe('the example lambda', () => {
  let folder: string;

  before(async () => {
    folder = join(await examplesOfRun(), 'lambda');
  });

  if (hasPrograms) {
    it('answers the commands of its README as shown', async () => {
      const steps = walkThroughSteps(
        fencedBlocks(await readFile(join(folder, 'README.md'), 'utf8')),
      );
      const answers = await runWalkThrough(steps, '', folder);
      expect(steps).to.have.length(2);
      for (const [index, { shown }] of steps.entries()) {
        if (shown !== undefined) expectShown(shown, answers[index] ?? '');
      }
    });
  }

  it('accepts a webhook by the bytes of its body', async () => {
    const event = await readFile(join(folder, 'event.json'), 'utf8');
    const signature = signatureOf(event, 'whsec_example', Math.floor(Date.now() / 1000));
    const args = ['POST', '/webhooks', event, `stripe-signature=${signature}`];
    const program = ['--env-file=example.env', 'invoke.js', ...args];
    const { stdout, stderr } = await runProgram(process.execPath, program, { cwd: folder });
    expect(stdout, stderr).to.include('{"received":true,"type":"payment_intent.succeeded"}');
  });
});
