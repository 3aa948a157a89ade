import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { abridgedMismatches } from '../support/documents/abridged-mismatches.js';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import { runProgram } from '../support/programs/run-program.js';
import { useService } from '../support/service/use-service.js';

const printedBase = 'BASE=http://127.0.0.1:3000\n';

const readme = await readFile('README.md', 'utf8');

const walkThrough = fencedBlocks(readme.slice(0, readme.indexOf('## As a library')));

/** Every command with the answer that the page shows under it. */
const steps = walkThrough.flatMap(({ info, text }, index) => {
  const next = walkThrough[index + 1];
  const shown = next !== undefined && ['json', 'text'].includes(next.info) ? next : undefined;
  return info === 'bash' ? [{ command: text, shown }] : [];
});

const title = (command: string): string => command.trim().split('\n').join(' ').slice(0, 90);

const hasPrograms = (await runProgram('bash', ['-c', 'command -v curl'])).code === 0;

if (hasPrograms) {
  describe("the README's walk-through, as printed", () => {
    const service = useService();
    let directory: string;
    let answers: ReadonlyArray<string>;

    before(async function () {
      this.timeout(60_000);
      directory = await mkdtemp(join(tmpdir(), 'pasarela-readme-'));
      const [first, ...rest] = steps.map(({ command }) => command);
      const script = [
        'set -euo pipefail\n',
        first?.replace(printedBase, `BASE=${service.address}\n`),
        ...rest,
      ].join("printf '\\n@@\\n'\n");
      const { code, stdout, stderr } = await runProgram('bash', ['-c', script], {
        cwd: directory,
        // No proxy, and no settings of curl.
        env: { PATH: process.env['PATH'], HOME: directory },
      });
      expect(code, stderr).to.equal(0);
      answers = stdout.split('\n@@\n').slice(1);
    });

    after(() => rm(directory, { recursive: true }));

    it('begins with the address of npm start', () => {
      expect(steps[0]?.command.startsWith(printedBase)).to.equal(true);
      expect(steps.length).to.be.greaterThan(10);
    });

    for (const [index, { command, shown }] of steps.entries()) {
      if (shown === undefined) continue;
      it(`answers as shown to ${title(command)}`, () => {
        const answer = answers[index]?.trim() ?? '';
        if (shown.info === 'text') expect(answer).to.equal(shown.text.trim());
        else
          expect(
            abridgedMismatches(JSON.parse(shown.text), JSON.parse(answer)),
            answer,
          ).to.deep.equal([]);
      });
    }

    it('shows an answer to every command but the first', () => {
      expect(steps.slice(1).filter(({ shown }) => shown === undefined)).to.deep.equal([]);
    });
  });
} else {
  process.stderr.write("NOT RUN: the README's walk-through needs bash and curl\n");
}
