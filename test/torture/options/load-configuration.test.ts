import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { loadConfiguration } from '../../../src/torture/options/load-configuration.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';

const shop = `{ command: ['node', 'shop.mjs'], env: { PORT: '{port}', A: '{processor}' } }`;
const all = `{ shop: ${shop}, pay() {}, orders() {} }`;

describe('the configuration of a torture test', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-configuration-'));
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const written = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  const problemOf = async (path: string): Promise<string> => {
    try {
      await loadConfiguration(path);
    } catch (error) {
      if (error instanceof TortureProblem) return error.message.replaceAll(folder, '');
      throw error;
    }
    throw new Error('no problem');
  };

  for (const { name, text } of [
    { name: 'default.mjs', text: `export default ${all};` },
    { name: 'promise.mjs', text: `export default Promise.resolve(${all});` },
    { name: 'function.mjs', text: `export default async () => (${all});` },
    {
      name: 'named.mjs',
      text: `export const shop = ${shop}; export const pay = () => {}; export const orders = () => {};`,
    },
    { name: 'common.cjs', text: `module.exports = ${all};` },
  ]) {
    it(`is loaded from ${name}, and its folder is that of the shop`, async () => {
      const options = await loadConfiguration(await written(name, text));
      expect(options.shop.cwd).to.equal(folder);
      expect(options.pay).to.be.a('function');
      expect(options).not.to.have.property('driver');
    });
  }

  it('is loaded from JSON, with folders that count from its own', async () => {
    const path = await written(
      'torture.json',
      JSON.stringify({
        shop: { command: ['./shop', '{port}', '{processor}'], cwd: '..' },
        driver: { command: ['python3', 'driver.py'], cwd: 'drivers' },
      }),
    );
    const options = await loadConfiguration(path);
    expect(options.shop.cwd).to.equal(join(folder, '..'));
    expect(options.driver?.cwd).to.equal(join(folder, 'drivers'));
  });

  for (const { name, text, message } of [
    {
      name: 'syntax.mjs',
      text: 'export const a = 1;\nexport const b = ;\n',
      message:
        /^\/syntax\.mjs: it cannot be loaded: Unexpected token ';'\n\n {2}(?:file:\/\/)?\/syntax\.mjs:2\n {2}export const b = ;\n {19}\^\n$/,
    },
    {
      name: 'broken.json',
      text: '{ "shop": }',
      message: /^\/broken\.json: it cannot be loaded: [^()]*JSON[^()]*$/,
    },
    {
      name: 'package.mjs',
      text: `import 'no-such-package';`,
      message:
        /^\/package\.mjs: Cannot find package 'no-such-package' imported from \/package\.mjs\. Install the package, or correct the import$/,
    },
    {
      name: 'throws.mjs',
      text: `throw new Error('no database');`,
      message:
        /^\/throws\.mjs: it cannot be loaded: no database \(at file:\/\/\/throws\.mjs:1:7\)$/,
    },
    {
      name: 'throws-text.mjs',
      text: `throw 'no database';`,
      message: /^\/throws-text\.mjs: it cannot be loaded: no database$/,
    },
    {
      name: 'empty.mjs',
      text: '',
      message: /^\/empty\.mjs exports no options: write export default \{/,
    },
    {
      name: 'number.mjs',
      text: 'export default 5;',
      message: /^\/number\.mjs exports no options: /,
    },
    {
      name: 'wrong.mjs',
      text: `export default { ...${all}, plann: 1 };`,
      message: /^\/wrong\.mjs: there is no option plann \(did you mean plan\?\)$/,
    },
    {
      name: 'torture.yaml',
      text: 'shop:',
      message:
        /^\/torture\.yaml: a configuration is a JavaScript file, such as torture\.config\.mjs, not a file that ends with \.yaml$/,
    },
  ]) {
    it(`is refused with a clear problem: ${name}`, async () => {
      expect(await problemOf(await written(name, text))).to.match(message);
    });
  }

  it('is refused when it is TypeScript that this Node cannot read', async () => {
    const path = await written(
      'torture.mts',
      `const port: string = '{port}';\nexport default { port };`,
    );
    // Newer versions of Node read it, and then the options are wrong.
    expect(await problemOf(path)).to.match(
      /cannot read TypeScript\. Use Node 22\.18 or newer|there is no option port/,
    );
  });

  it('is refused when there is no such file', async () => {
    expect(await problemOf(join(folder, 'none.mjs'))).to.equal(
      'there is no configuration /none.mjs. Pass the path of a JavaScript file that exports { shop, pay, orders }',
    );
    expect(await problemOf(folder)).to.match(
      / is a folder: pass the path of the configuration in it/,
    );
  });

  it('takes a URL too, as tests have with import.meta.url', async () => {
    const path = await written('by-url.mjs', `export default ${all}`);
    expect((await loadConfiguration(pathToFileURL(path))).shop.cwd).to.equal(folder);
  });
});
