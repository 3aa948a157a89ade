import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { pages } from './pages.js';

const example = 'examples/vitest/stripe.test.js';

describe('the five-minute test of the documents', () => {
  for (const file of ['docs/test-your-stripe-code.md', 'docs/es/probar-stripe.md']) {
    it(`is ${example} in ${file}, which the tests of the package run`, async () => {
      const shown = pages.find((page) => page.file === file)?.blocks.map(({ text }) => text);
      expect(shown).to.include(await readFile(example, 'utf8'));
    });
  }
});
