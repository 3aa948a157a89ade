import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';
import { fromSources } from './from-sources.js';
import { pages } from './pages.js';

const examplePages = pages.map(({ file, blocks }) => ({
  file,
  examples: blocks.flatMap(({ info, text: code }, index) => {
    const next = blocks[index + 1];
    return info.split(' ')[0] === 'js'
      ? [{ code, run: info === 'js run', prints: next?.info === 'text' ? next.text : undefined }]
      : [];
  }),
}));

describe('the JavaScript examples of the documents', function () {
  this.timeout(60_000);
  let directory: string;

  before(async () => {
    // In the folder of the compiled tests, Node finds the dependencies.
    directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'example-'));
  });

  after(() => rm(directory, { recursive: true }));

  for (const { file, examples } of examplePages) {
    for (const [index, { code, run, prints }] of examples.entries()) {
      it(`${file}, example ${index + 1}, ${run ? 'runs and prints the shown output' : 'has valid syntax'}`, async () => {
        const program = join(directory, `${file.replaceAll('/', '-')}-${index}.mjs`);
        await writeFile(program, fromSources(code));
        const {
          code: exit,
          stdout,
          stderr,
        } = await runProgram(process.execPath, run ? [program] : ['--check', program], {
          // Without FORCE_COLOR and similar variables, the output has no colours.
          env: { PATH: process.env['PATH'] },
        });
        expect(exit, stderr + stdout).to.equal(0);
        if (prints !== undefined) expect(stdout).to.equal(prints);
      });
    }
  }
});
