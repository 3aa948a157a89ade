import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { at } from '../support/json/at.js';

// Scripts have no types.
const load = (name: string): Promise<unknown> =>
  import(new URL(`../../../scripts/${name}`, import.meta.url).href);
const script = await load('lint-prose.mjs');
const userRules = at(await load('prose/rules.mjs'), 'userRules');

const call = (name: string, ...args: ReadonlyArray<unknown>): unknown => {
  const found = at(script, name);
  if (typeof found !== 'function') throw new Error(`lint-prose.mjs has no ${name}`);
  return Reflect.apply(found, undefined, [...args]);
};

const planted: Readonly<Record<string, string>> = {
  'name-the-subject': 'What comes later comes by the clock.',
  'no-negative-noun': 'This is no customer.',
  'status-is-no-verb': 'Such a request is 403.',
  'plain-words': 'The last try is stored anew.',
  'american-spelling': 'Colours follow the terminal.',
  'short-cells': `| a |\n|---|\n| ${'`long` '.repeat(60)} |`,
  'short-sentences-in-cells': `| a |\n|---|\n| ${'long '.repeat(41)} |`,
  'no-decisions': 'A client needs a key (decision A1).',
};

const right = `# What it does

A request gets a 403. What happens then? \`is 403\`

| What happens | \`anew\` |
|---|---|
| it ends | What to do? |
`;

describe('the English of the documents', () => {
  it('breaks no rule', () => {
    expect(call('findings')).to.deep.equal([]);
  });

  describe('is checked by rules', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pasarela-prose-'));
    });
    after(() => rm(folder, { recursive: true }));

    const broken = async (text: string): Promise<ReadonlyArray<unknown>> => {
      const file = join(folder, 'page.md');
      await writeFile(file, `# Page\n\n${text}\n`);
      const results = call('lintProse', [file], userRules);
      const [problems] = Object.values(results ?? {});
      if (!Array.isArray(problems)) throw new Error('lintProse found no file');
      return problems.map((problem: unknown) => at(problem, 'ruleNames.0'));
    };

    for (const [rule, text] of Object.entries(planted)) {
      it(`that notice: ${text.slice(0, 40)}`, async () => {
        expect(await broken(text)).to.include(rule);
      });
    }

    it('that let plain English pass, and skip code', async () => {
      expect(await broken(right)).to.deep.equal([]);
    });
  });
});
