import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { shopChoices } from '../../src/infrastructure/cli/shop-files.js';
import { runProgram } from '../support/programs/run-program.js';
import { packageOfRun } from './installed-package.js';

const { language: languages, framework: frameworks, style: styles } = shopChoices;

const shops = styles.flatMap((style) =>
  frameworks.flatMap((framework) =>
    languages.map((language) => ({
      name: `${style}-${framework}-${language}`,
      answers: ['--style', style, '--framework', framework, '--language', language],
      isNext: framework === 'next',
      isCompiled: language === 'typescript',
    })),
  ),
);

// Each starts its shop as a program. Two at a time.
const halves = [0, 1].map((half) => shops.filter((_, index) => index % 2 === half));

describe('the shops of pasarela init', () => {
  let folder: string;

  const node = (...args: ReadonlyArray<string>) =>
    runProgram(process.execPath, args, {
      cwd: folder,
      // The default reporter of `node:test` depends on the version of Node.
      env: { PATH: process.env['PATH'], NODE_OPTIONS: '--test-reporter=tap' },
    });

  before(async () => {
    const { directory } = await packageOfRun();
    folder = join(directory, 'shops');
    await mkdir(folder);
    // They find `pasarela` above them, where it is installed, and frameworks among our development dependencies.
    await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
    const cli = join(directory, 'node_modules', 'pasarela', 'dist', 'cli.js');
    for (const { name, answers, isNext } of shops) {
      // oxlint-disable-next-line no-await-in-loop
      const { code, stderr } = await node(cli, 'init', name, ...answers);
      expect(code, stderr).to.equal(0);
      if (!isNext) continue;
      const program = join(folder, name, 'node_modules', 'next', 'dist', 'bin', 'next');
      // oxlint-disable-next-line no-await-in-loop
      await cp(join(directory, 'next-stand-in.cjs'), program);
    }
  });

  it('compile', async () => {
    const compiled = shops.filter(({ isCompiled }) => isCompiled).map(({ name }) => name);
    const references = compiled.filter((name) => !name.includes('next'));
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const built = await node(tsc, '-b', ...references);
    expect(built.code, built.stdout).to.equal(0);
    for (const name of compiled.filter((one) => one.includes('next'))) {
      // oxlint-disable-next-line no-await-in-loop
      const { code, stdout } = await node(tsc, '-p', name);
      expect(code, stdout).to.equal(0);
    }
  });

  it(`take payments and give money back, by the test that each has: ${shops.length} of them`, async () => {
    const runs = halves.map(async (half, index) => {
      const program = join(folder, `half-${index}.mjs`);
      const imports = half.map(({ name }) => `import './${name}/shop.test.mjs';`);
      await writeFile(program, imports.join('\n'));
      return node(program);
    });
    for (const { code, stdout, stderr } of await Promise.all(runs)) {
      expect(code, `${stdout}${stderr}`).to.equal(0);
      expect(stdout).to.match(new RegExp(`^# pass ${7 * (shops.length / 2)}$`, 'm'));
    }
  });

  it('have no types in JavaScript, and one name for each file that they import', async () => {
    const shop = await readFile(join(folder, 'page-express-javascript', 'shop.js'), 'utf8');
    expect(shop)
      .to.include("from './orders.js'")
      .and.not.match(/\.ts'|import type|: string/);
  });
});
