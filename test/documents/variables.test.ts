import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { environmentHelp } from '../../src/infrastructure/cli/help.js';
import { decodeConfig } from '../../src/infrastructure/config/config.js';

describe('the documented environment variables', () => {
  const namesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

  const sources = readdirSync('src/infrastructure/config').map((name) => `config/${name}`);

  const read = async () => {
    const texts = sources.map((name) => readFile(`src/infrastructure/${name}`, 'utf8'));
    return namesIn((await Promise.all(texts)).join('\n'), /'([A-Z]+(?:_[A-Z]+)*)'/g);
  };

  it('.env.example has each variable that the configuration reads', async () => {
    const example = parseEnv(await readFile('.env.example', 'utf8'));
    expect(Object.keys(example).toSorted()).to.deep.equal(await read());
  });

  it('the table of docs/configuration.md has each variable', async () => {
    const [, page = ''] = (await readFile('docs/configuration.md', 'utf8')).split(
      '<!-- variables -->',
    );
    expect(namesIn(page, /^\| `([A-Z_]+)` \|/gm)).to.deep.equal(await read());
  });

  it('the help of pasarela serve has each variable', async () => {
    const help = environmentHelp.slice(environmentHelp.indexOf('\n  '));
    const names = /^ {2}([A-Z][A-Z_, ]*)/gm;
    const lines = [...help.matchAll(names)].flatMap(([, line = '']) => line.trim().split(', '));
    expect(lines.toSorted()).to.deep.equal(await read());
  });

  for (const given of [
    {},
    { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ['sk', 'test', 'example'].join('_') },
  ]) {
    it(`.env.example changes no default, beside ${JSON.stringify(given)}`, async () => {
      const example = parseEnv(await readFile('.env.example', 'utf8'));
      expect(decodeConfig({ ...example, ...given })).to.deep.equal(decodeConfig(given));
    });
  }
});
