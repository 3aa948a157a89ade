import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { at } from '../support/json/at.js';
import { pages } from './pages.js';

// A script has no types.
const script: unknown = await import(
  new URL('../../../scripts/release/marked-places.mjs', import.meta.url).href
);
const afterNpm = (text: string): string => {
  const call = at(script, 'afterNpm');
  if (typeof call !== 'function') throw new Error('marked-places.mjs has no afterNpm');
  return String(Reflect.apply(call, undefined, [text]));
};

const examples = (await readdir('examples', { recursive: true }))
  .filter((name) => /^(?!.*node_modules).*\.md$/.test(name))
  .map((name) => join('examples', name));
const documents = [
  ...pages,
  ...(await Promise.all(
    examples.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
  )),
].filter(({ file }) => file !== 'CHANGELOG.md' && file !== 'docs/internals/releasing.md');

const speaksOfLater =
  /not on npm|(?:once|until|when) (?:Pasarela|it) is on npm|esté en npm|a release will publish/i;

describe('the places of the documents that change when the package is on npm', () => {
  it('are the only ones that speak of that, in both languages', () => {
    for (const { file, text } of documents) {
      expect(speaksOfLater.exec(afterNpm(text))?.[0], file).to.equal(undefined);
    }
  });

  it('are replaced by what is true afterwards, or by nothing', () => {
    const text = [
      'One.',
      '',
      '<!-- before npm -->',
      'Not yet.',
      '<!-- after npm',
      'Install it.',
      '-->',
      '',
      'Two.',
      '',
      '<!-- before npm -->',
      'Not yet either.',
      '<!-- after npm -->',
      '',
      'Three.',
      '',
    ].join('\n');
    expect(afterNpm(text)).to.equal('One.\n\nInstall it.\n\nTwo.\n\nThree.\n');
    expect(afterNpm('No place.\n')).to.equal('No place.\n');
  });

  for (const alone of ['<!-- before npm -->\nNot yet.\n', 'Not yet.\n<!-- after npm -->\n']) {
    it(`refuses a mark alone: ${alone.split('\n')[0]}`, () => {
      expect(() => afterNpm(alone)).to.throw('without its');
    });
  }
});
