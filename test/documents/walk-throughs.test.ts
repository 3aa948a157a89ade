import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  canWalk,
  expectShown,
  printedAddress,
  runWalkThrough,
  walkThroughSteps,
} from '../support/documents/walk-through.js';
import { useService } from '../support/service/use-service.js';
import { pages } from './pages.js';

const walkThroughs: ReadonlyArray<{ readonly file: string; readonly fewestSteps: number }> = [
  { file: 'docs/quick-start.md', fewestSteps: 9 },
  { file: 'docs/es/inicio-rapido.md', fewestSteps: 9 },
  { file: 'docs/payment-methods.md', fewestSteps: 12 },
];

const title = (command: string): string => command.trim().split('\n').join(' ').slice(0, 90);

const hasPrograms = await canWalk();

if (!hasPrograms) {
  process.stderr.write('NOT RUN: the walk-throughs of the documents need bash and curl\n');
}

for (const { file, fewestSteps } of hasPrograms ? walkThroughs : []) {
  describe(`the walk-through of ${file}`, () => {
    const steps = walkThroughSteps(pages.find((page) => page.file === file)?.blocks ?? []);
    const service = useService();
    let directory: string;
    let answers: ReadonlyArray<string>;

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'pasarela-walk-through-'));
      // Readers repeat what they have tried: the second run must go like the first.
      await runWalkThrough(steps, service.address, directory);
      answers = await runWalkThrough(steps, service.address, directory);
    });

    after(() => rm(directory, { recursive: true }));

    it('uses the address of npm start', () => {
      expect(steps[0]?.command).to.include(printedAddress);
      expect(steps.length).to.be.at.least(fewestSteps);
    });

    for (const [index, { command, shown }] of steps.entries()) {
      if (shown === undefined) continue;
      it(`gets the documented response from ${title(command)}`, () => {
        expectShown(shown, answers[index] ?? '');
      });
    }

    it('shows a response to every command except the first', () => {
      expect(steps.slice(1).filter(({ shown }) => shown === undefined)).to.deep.equal([]);
    });
  });
}
