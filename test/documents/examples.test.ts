import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { build, type Plugin, transform } from 'esbuild';
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

const fileUrls: Plugin = {
  name: 'file-urls',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^file:/ }, ({ path }) => ({ path: fileURLToPath(path) }));
  },
};

const programName = (file: string, index: number): string =>
  `${file.replaceAll('/', '-')}-${index}.mjs`;

describe('the JavaScript examples of the documents', () => {
  let directory: string;

  before(async () => {
    // In the folder of the compiled tests, Node finds the dependencies.
    directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'example-'));
    const programs = examplePages.flatMap(({ file, examples }) =>
      examples.flatMap(({ code, run }, index) =>
        run ? [{ path: join(directory, programName(file, index)), code }] : [],
      ),
    );
    await Promise.all(programs.map(({ path, code }) => writeFile(path, fromSources(code))));
    // A program of a few files starts much faster than one of hundreds.
    await build({
      entryPoints: programs.map(({ path }) => path),
      outdir: directory,
      outExtension: { '.js': '.mjs' },
      allowOverwrite: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      plugins: [fileUrls],
    });
  });

  after(() => rm(directory, { recursive: true }));

  for (const { file, examples } of examplePages) {
    for (const [index, { code, run, prints }] of examples.entries()) {
      if (!run) {
        it(`${file}, example ${index + 1}, has valid syntax`, async () => {
          await transform(code, { format: 'esm' });
        });
        continue;
      }
      it(`${file}, example ${index + 1}, runs and prints the shown output`, async () => {
        const program = join(directory, programName(file, index));
        const {
          code: exit,
          stdout,
          stderr,
        } = await runProgram(process.execPath, [program], {
          // Without FORCE_COLOR and similar variables, the output has no colours.
          env: { PATH: process.env['PATH'] },
        });
        expect(exit, stderr + stdout).to.equal(0);
        if (prints !== undefined) expect(stdout).to.equal(prints);
      });
    }
  }
});
