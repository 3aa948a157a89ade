import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { serveHelp } from '../../../src/infrastructure/cli/commands/serve-help.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import { variableGroups, variables } from '../../../src/infrastructure/config/variables.js';
import { variableDocuments } from './variable-documents.js';

const namesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

const names = Object.keys(variables).toSorted();

describe('the table of variables', () => {
  it('has every variable that the configuration reads, and no other', async () => {
    const folder = 'src/infrastructure/config';
    const files = readdirSync(folder).filter((file) => file !== 'variables.ts');
    const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
    expect(namesIn(texts.join('\n'), /'([A-Z]+(?:_[A-Z]+)*)'/g)).to.deep.equal(names);
  });

  it('has every variable in one of its groups', () => {
    expect(
      variableGroups.flatMap((group) => Object.keys(group.variables)).toSorted(),
    ).to.deep.equal(names);
  });

  for (const [name, variable] of Object.entries<{ readonly description: string }>(variables)) {
    it(`describes ${name} in sentences that fit into a table`, () => {
      expect(variable.description).to.match(/^[A-Z`][^|\n]*\.$/);
    });
  }
});

describe('the documents of the variables', () => {
  for (const path of ['.env.example', 'docs/configuration.md']) {
    it(`has not drifted: ${path}`, async () => {
      const [committed, documents] = await Promise.all([
        readFile(path, 'utf8'),
        variableDocuments(),
      ]);
      expect(committed === documents[path], '`npm run variables` renews it').to.equal(true);
    });
  }

  it('.env.example has every variable', async () => {
    const example = parseEnv(await readFile('.env.example', 'utf8'));
    expect(Object.keys(example).toSorted()).to.deep.equal(names);
  });

  it('docs/configuration.md has every variable in its tables', async () => {
    const [, page = ''] = (await readFile('docs/configuration.md', 'utf8')).split(
      '<!-- variables -->',
    );
    expect(namesIn(page, /^\| `([A-Z_]+)` \|/gm)).to.deep.equal(names);
  });

  it('pasarela serve --help has every variable', () => {
    expect(namesIn(serveHelp, /^ {2}([A-Z][A-Z_]*)(?: |$)/gm)).to.deep.equal(names);
  });

  for (const given of [
    {},
    { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ['sk', 'test', 'example'].join('_') },
  ]) {
    it(`.env.example changes no default, together with ${JSON.stringify(given)}`, async () => {
      const example = parseEnv(await readFile('.env.example', 'utf8'));
      expect(decodeConfig({ ...example, ...given })).to.deep.equal(decodeConfig(given));
    });
  }
});
