import { readdirSync } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { operations } from '../../src/application/use-cases.js';
import { environmentHelp } from '../../src/infrastructure/cli/help.js';
import { decodeConfig } from '../../src/infrastructure/config/config.js';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import { runProgram } from '../support/programs/run-program.js';

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...(await readdir('docs')).map((name) => `docs/${name}`),
  ...(await readdir('docs/adr')).map((name) => `docs/adr/${name}`),
].filter((name) => name.endsWith('.md'));

const pages = await Promise.all(
  files.map(async (file) => {
    const text = await readFile(file, 'utf8');
    const blocks = fencedBlocks(text);
    const examples = blocks.flatMap(({ info, text: code }, index) => {
      const next = blocks[index + 1];
      return info.split(' ')[0] === 'js'
        ? [{ code, run: info === 'js run', prints: next?.info === 'text' ? next.text : undefined }]
        : [];
    });
    return { file, text, examples };
  }),
);

// The package under its own name is what was packed last; these examples are about the sources at hand.
const fromSources = (code: string): string =>
  code.replace(/'pasarela(?:\/([\w-]+))?'/g, (_name, entry: string | undefined) =>
    JSON.stringify(new URL(`../../src/${entry ?? 'index'}.js`, import.meta.url).href),
  );

describe('the examples of the documents', function () {
  this.timeout(60_000);
  let directory: string;

  before(async () => {
    // Beside the compiled tests, where the dependencies are found.
    directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'example-'));
  });

  after(() => rm(directory, { recursive: true }));

  for (const { file, examples } of pages) {
    for (const [index, { code, run, prints }] of examples.entries()) {
      it(`${file}, number ${index + 1}, ${run ? 'runs and prints what it shows' : 'is a program'}`, async () => {
        const program = join(directory, `${file.replaceAll('/', '-')}-${index}.mjs`);
        await writeFile(program, fromSources(code));
        const {
          code: exit,
          stdout,
          stderr,
        } = await runProgram(process.execPath, run ? [program] : ['--check', program], {
          // No colours in what is printed.
          env: { PATH: process.env['PATH'] },
        });
        expect(exit, stderr + stdout).to.equal(0);
        if (prints !== undefined) expect(stdout).to.equal(prints);
      });
    }
  }
});

describe('the links of the documents', () => {
  for (const { file, text } of pages) {
    it(`of ${file} lead somewhere`, async () => {
      const targets = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^https?:/.test(target));
      for (const target of targets) await access(join(dirname(file), target));
    });
  }
});

describe('the table of operations in docs/embedding.md', () => {
  it('has every operation with its fields', async () => {
    const page = (await readFile('docs/embedding.md', 'utf8'))
      .split(/^## /m)
      .find((section) => section.startsWith('Operations'));
    const rows = [...(page ?? '').matchAll(/^\| `(\w+)` \| ((?:`\w+\??`(?:, )?)+) \|/gm)];
    expect(rows.map(([, name, fields]) => [name, fields?.replaceAll('`', '')])).to.deep.equal(
      Object.entries(operations).map(([name, { input }]) => [
        name,
        [
          ...Object.keys(input.required),
          ...Object.keys(input.optional).map((field) => `${field}?`),
        ].join(', '),
      ]),
    );
  });
});

describe('the variables of the configuration', () => {
  const namesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

  const sources = readdirSync('src/infrastructure/config').map((name) => `config/${name}`);

  const read = async () => {
    const texts = sources.map((name) => readFile(`src/infrastructure/${name}`, 'utf8'));
    return namesIn((await Promise.all(texts)).join('\n'), /'([A-Z]+(?:_[A-Z]+)*)'/g);
  };

  it('are those of .env.example', async () => {
    const example = parseEnv(await readFile('.env.example', 'utf8'));
    expect(Object.keys(example).toSorted()).to.deep.equal(await read());
  });

  it('are those of the table in the README', async () => {
    const readme = await readFile('README.md', 'utf8');
    expect(namesIn(readme, /^\| `([A-Z_]+)` \|/gm)).to.deep.equal(await read());
  });

  it('are those of the help of pasarela serve', async () => {
    const help = environmentHelp.slice(environmentHelp.indexOf('\n  '));
    const names = /^ {2}([A-Z][A-Z_, ]*)/gm;
    const lines = [...help.matchAll(names)].flatMap(([, line = '']) => line.trim().split(', '));
    expect(lines.toSorted()).to.deep.equal(await read());
  });

  for (const given of [
    {},
    { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ['sk', 'test', 'example'].join('_') },
  ]) {
    it(`have their defaults in .env.example, beside ${JSON.stringify(given)}`, async () => {
      const example = parseEnv(await readFile('.env.example', 'utf8'));
      expect(decodeConfig({ ...example, ...given })).to.deep.equal(decodeConfig(given));
    });
  }
});
