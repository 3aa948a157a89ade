import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { build, type Plugin, transform } from 'esbuild';
import * as t from 'io-ts';
import { type ProgramOutcome, runProgram } from '../support/programs/run-program.js';
import { fromSources } from './from-sources.js';
import { pages } from './pages.js';
import { setUps } from './set-ups.js';

const inSetUp = (name: string, code: string): string => {
  const setUp = setUps[name];
  if (setUp === undefined) throw new Error(`no set-up for examples is called ${name}`);
  return [setUp.before, code, setUp.after].join('\n');
};

const examplePages = pages.map(({ file, blocks }) => ({
  file,
  examples: blocks.flatMap(({ info, text: code }, index) => {
    const next = blocks[index + 1];
    const [, run, setUp] = /^js( run(?: with (.+))?)?$/.exec(info) ?? [];
    return info.split(' ')[0] === 'js'
      ? [
          {
            code: setUp === undefined ? code : inSetUp(setUp, code),
            run: run !== undefined,
            prints: next?.info === 'text' ? next.text : undefined,
          },
        ]
      : [];
  }),
}));

const fileUrls: Plugin = {
  name: 'file-urls',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^file:/ }, ({ path }) => ({ path: fileURLToPath(path) }));
  },
};

const Outcomes = t.array(t.type({ code: t.number, stdout: t.string, stderr: t.string }));

const programName = (file: string, index: number): string =>
  `${file.replaceAll('/', '-')}-${index}.mjs`;

describe('the JavaScript examples of the documents', () => {
  it('are marked as plain, as run, or as run with a set-up', () => {
    const infos = pages.flatMap(({ blocks }) => blocks.map(({ info }) => info));
    const marks = infos
      .filter((info) => info.startsWith('js'))
      .filter((info) => !/^json\b/.test(info));
    expect(marks.filter((info) => !/^js( run( with .+)?)?$/.test(info))).to.deep.equal([]);
    const used = marks.flatMap((info) => info.split(' run with ').slice(1));
    expect(Object.keys(setUps).filter((name) => !used.includes(name))).to.deep.equal([]);
  });

  let directory: string;
  const outcomes = new Map<string, ProgramOutcome>();

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
    // node:test prints when its process ends: such a program has a process of its own.
    const isTest = ({ code }: { readonly code: string }) => code.includes("'node:test'");
    const [tests, others] = [programs.filter(isTest), programs.filter((one) => !isTest(one))];
    // Without FORCE_COLOR and similar variables, the output has no colours.
    const node = (args: ReadonlyArray<string>) =>
      runProgram(process.execPath, args, { env: { PATH: process.env['PATH'] } });
    const inTurn = fileURLToPath(new URL('run-in-turn.js', import.meta.url));
    const all = await node([inTurn, ...others.map(({ path }) => path)]);
    expect(all.code, all.stderr + all.stdout).to.equal(0);
    const told: unknown = JSON.parse(all.stdout);
    if (!Outcomes.is(told)) throw new Error(`not the outcomes of programs: ${all.stdout}`);
    for (const [index, outcome] of told.entries()) {
      outcomes.set(others[index]?.path ?? '', outcome);
    }
    for (const { path } of tests) {
      // oxlint-disable-next-line no-await-in-loop
      outcomes.set(path, await node([path]));
    }
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
      it(`${file}, example ${index + 1}, runs and prints the shown output`, () => {
        const outcome = outcomes.get(join(directory, programName(file, index)));
        expect(outcome?.code, `${outcome?.stderr}${outcome?.stdout}`).to.equal(0);
        if (prints !== undefined) expect(outcome?.stdout).to.equal(prints);
      });
    }
  }
});
