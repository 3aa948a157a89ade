import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserOfRun } from '../support/browser/browser-of-run.js';
import { fromSources } from './from-sources.js';
import { pages } from './pages.js';

const examples = (): ReadonlyArray<string> =>
  pages
    .find(({ file }) => file === 'docs/browser-testing.md')
    ?.blocks.filter(({ info }) => info === 'js')
    .map(({ text }) => text) ?? [];

/** The steps of the shown test as a module for playwright-core, which has no test runner and no `expect`. */
const stepsOf = (test: string, shop: string): string => {
  const [, steps = ''] = /async \(\{ page \}\) => \{\n(.*)^\}\);$/ms.exec(test) ?? [];
  return `const expect = (found) => ({ toHaveText: (text) => found.getByText(text, { exact: true }).waitFor() });
    export const run = async (page) => {\n${steps.replace('process.env.SHOP', `'${shop}'`)}};\n`;
};

type Steps = { readonly run: (page: Page) => Promise<void> };

const isSteps = (module: object): module is Steps => 'run' in module;

describe('the shop of docs/browser-testing.md', () => {
  it('passes the test that the page shows', async () => {
    const [shop = '', test = ''] = examples();
    // In the folder of the compiled tests, Node finds the dependencies.
    const directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'shop-'));
    const file = (name: string) => join(directory, name);
    await writeFile(file('shop.mjs'), fromSources(shop));
    const child = spawn(process.execPath, [file('shop.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const page = await (await browserOfRun()).newPage();
    try {
      const [address] = await once(createInterface({ input: child.stdout }), 'line');
      await writeFile(file('steps.mjs'), stepsOf(test, String(address)));
      const steps: object = await import(pathToFileURL(file('steps.mjs')).href);
      if (!isSteps(steps)) throw new Error('the page shows no test');
      await steps.run(page);
      expect(await page.getByRole('status').innerText()).to.equal('succeeded');
    } finally {
      await page.close();
      child.kill();
      await rm(directory, { recursive: true });
    }
  });
});
