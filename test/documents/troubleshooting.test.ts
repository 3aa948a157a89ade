import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';

const sources = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));

const linesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/logger\.(?:info|warn|error)\(\s*'([^']+)'/g)].map(([, line = '']) => line);

describe('docs/troubleshooting.md', () => {
  it('explains every log line', async () => {
    const page = await readFile('docs/troubleshooting.md', 'utf8');
    const texts = await Promise.all(sources.map((name) => readFile(`src/${name}`, 'utf8')));
    const lines = [...new Set(texts.flatMap(linesIn))];
    expect(lines.length).to.be.greaterThan(10);
    expect(lines.filter((line) => !page.includes(`\`${line}\``))).to.deep.equal([]);
  });
});
