import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pages } from './pages.js';

const programs = (await readdir('examples', { recursive: true }))
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(?:js|mjs|ts)$/.test(name) && !/node_modules|\/dist\//.test(name))
  .map((name) => join('examples', name));

const texts = [
  ...pages
    // Decisions and measurements show code of their time.
    .filter(({ file }) => !file.startsWith('docs/internals/adr/') && file !== 'CHANGELOG.md')
    .map(({ file, text }) => ({ file, text })),
  ...(await Promise.all(
    programs.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
  )),
];

const calls = /createStripeProcessor\(\{([\s\S]*?)\}\)/g;

describe('accounts of today refuse card_..., so', () => {
  it('all code that connects to Stripe keeps cards as payment methods', () => {
    const found = texts.flatMap(({ file, text }) =>
      [...text.matchAll(calls)].map(([, options = '']) => ({ file, options })),
    );
    expect(found.length).to.be.at.least(12);
    for (const { file, options } of found) {
      expect(options, file).to.include("cards: 'payment_methods'");
    }
  });

  it('all pages that set STRIPE_SECRET_KEY for the service set STRIPE_CARDS, unless they use the local server', () => {
    const settings = pages.flatMap(({ file, blocks }) =>
      blocks
        .filter(({ text }) => /^\s*STRIPE_SECRET_KEY\s*[=:]/m.test(text))
        .filter(({ text }) => !text.includes('STRIPE_BASE_URL') && !text.includes('{apiKey}'))
        .map(({ text }) => ({ file, text })),
    );
    expect(settings).not.to.deep.equal([]);
    for (const { file, text } of settings) expect(text, file).to.match(/STRIPE_CARDS\s*[=:]/);
  });

  it('the quick starts pay with payment methods, and with no card number', () => {
    for (const file of ['README.md', 'docs/quick-start.md', 'docs/es/inicio-rapido.md']) {
      const commands = pages
        .find((page) => page.file === file)
        ?.blocks.filter(({ info }) => info === 'bash' || info.startsWith('js'))
        .map(({ text }) => text)
        .join('\n');
      expect(commands, file).to.include('pm_card_visa');
      expect(commands, file).not.to.match(/\d{4} ?\d{4} ?\d{4} ?\d{4}/);
    }
  });
});
