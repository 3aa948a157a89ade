import { expect } from 'chai';
import { runProgram } from '../programs/run-program.js';
import { abridgedMismatches } from './abridged-mismatches.js';
import type { FencedBlock } from './fenced-blocks.js';

/** A command of a document, with the response that is shown below it. */
export type WalkThroughStep = {
  readonly command: string;
  readonly shown: FencedBlock | undefined;
};

/** The address that documents show. */
export const printedAddress = 'http://127.0.0.1:3000';

/** The commands of a document, in order. */
export const walkThroughSteps = (
  blocks: ReadonlyArray<FencedBlock>,
): ReadonlyArray<WalkThroughStep> =>
  blocks.flatMap(({ info, text }, index) => {
    const next = blocks[index + 1];
    const shown = next !== undefined && ['json', 'text'].includes(next.info) ? next : undefined;
    return info === 'bash' ? [{ command: text, shown }] : [];
  });

/** Runs the commands in a folder, against an address, and returns what each printed. */
export const runWalkThrough = async (
  steps: ReadonlyArray<WalkThroughStep>,
  address: string,
  cwd: string,
): Promise<ReadonlyArray<string>> => {
  const commands = steps.map(({ command }) => command.replaceAll(printedAddress, address));
  const script = ['set -euo pipefail\n', ...commands].join("printf '\\n@@\\n'\n");
  const { code, stdout, stderr } = await runProgram('bash', ['-c', script], {
    cwd,
    // Without proxy variables and without the user's curl configuration.
    env: { PATH: process.env['PATH'], HOME: cwd },
  });
  expect(code, stderr).to.equal(0);
  return stdout.split('\n@@\n').slice(1);
};

/** Checks the output of a command against the response that a document shows. */
export const expectShown = (shown: FencedBlock, answer: string): void => {
  if (shown.info === 'text') expect(answer.trim()).to.equal(shown.text.trim());
  else
    expect(abridgedMismatches(JSON.parse(shown.text), JSON.parse(answer)), answer).to.deep.equal(
      [],
    );
};

/** Whether this machine can run walk-throughs: they need bash and curl. */
export const canWalk = async (): Promise<boolean> =>
  (await runProgram('bash', ['-c', 'command -v curl'])).code === 0;
