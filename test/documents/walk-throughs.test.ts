import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { abridgedMismatches } from '../support/documents/abridged-mismatches.js';
import { runProgram } from '../support/programs/run-program.js';
import { useService } from '../support/service/use-service.js';
import { pages } from './pages.js';

const printedAddress = 'http://127.0.0.1:3000';

const walkThroughs: ReadonlyArray<{ readonly file: string; readonly fewestSteps: number }> = [
  { file: 'README.md', fewestSteps: 2 },
  { file: 'docs/quick-start.md', fewestSteps: 11 },
  { file: 'docs/es/inicio-rapido.md', fewestSteps: 11 },
  { file: 'docs/saved-cards.md', fewestSteps: 10 },
];

/** Each command of a page, with the response that the page shows below it. */
const stepsOf = (file: string) => {
  const blocks = pages.find((page) => page.file === file)?.blocks ?? [];
  return blocks.flatMap(({ info, text }, index) => {
    const next = blocks[index + 1];
    const shown = next !== undefined && ['json', 'text'].includes(next.info) ? next : undefined;
    return info === 'bash' ? [{ command: text, shown }] : [];
  });
};

const title = (command: string): string => command.trim().split('\n').join(' ').slice(0, 90);

const hasPrograms = (await runProgram('bash', ['-c', 'command -v curl'])).code === 0;

if (!hasPrograms) {
  process.stderr.write('NOT RUN: the walk-throughs of the documents need bash and curl\n');
}

for (const { file, fewestSteps } of hasPrograms ? walkThroughs : []) {
  describe(`the walk-through of ${file}`, () => {
    const steps = stepsOf(file);
    const service = useService();
    let directory: string;
    let answers: ReadonlyArray<string>;

    before(async function () {
      this.timeout(60_000);
      directory = await mkdtemp(join(tmpdir(), 'pasarela-walk-through-'));
      const commands = steps.map(({ command }) =>
        command.replaceAll(printedAddress, service.address),
      );
      const script = ['set -euo pipefail\n', ...commands].join("printf '\\n@@\\n'\n");
      const { code, stdout, stderr } = await runProgram('bash', ['-c', script], {
        cwd: directory,
        // Without proxy variables and without the user's curl configuration.
        env: { PATH: process.env['PATH'], HOME: directory },
      });
      expect(code, stderr).to.equal(0);
      answers = stdout.split('\n@@\n').slice(1);
    });

    after(() => rm(directory, { recursive: true }));

    it('uses the address of npm start', () => {
      expect(steps[0]?.command).to.include(printedAddress);
      expect(steps.length).to.be.at.least(fewestSteps);
    });

    for (const [index, { command, shown }] of steps.entries()) {
      if (shown === undefined) continue;
      it(`gets the documented response from ${title(command)}`, () => {
        const answer = answers[index]?.trim() ?? '';
        if (shown.info === 'text') expect(answer).to.equal(shown.text.trim());
        else
          expect(
            abridgedMismatches(JSON.parse(shown.text), JSON.parse(answer)),
            answer,
          ).to.deep.equal([]);
      });
    }

    it('shows a response to every command except the first', () => {
      expect(steps.slice(1).filter(({ shown }) => shown === undefined)).to.deep.equal([]);
    });
  });
}
