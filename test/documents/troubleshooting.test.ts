import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { httpErrorCode } from '../../src/adapters/inbound/http/http-error.js';
import { httpErrors } from '../support/errors/http-errors.js';

const page = await readFile('docs/troubleshooting.md', 'utf8');
const sources = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));

const linesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/logger\.(?:info|warn|error)\(\s*'([^']+)'/g)].map(([, line = '']) => line);

describe('docs/troubleshooting.md', () => {
  it('explains every error code of ours', () => {
    // The code of this sample is Stripe's own.
    const { ProcessorRefused: _, ...ours } = httpErrors;
    const codes = Object.values(ours).flatMap((error) => httpErrorCode(error) ?? []);
    expect(codes.length).to.be.greaterThan(10);
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).to.deep.equal([]);
  });

  it('explains every log line', async () => {
    const texts = await Promise.all(sources.map((name) => readFile(`src/${name}`, 'utf8')));
    const lines = [...new Set(texts.flatMap(linesIn))];
    expect(lines.length).to.be.greaterThan(10);
    expect(lines.filter((line) => !page.includes(`\`${line}\``))).to.deep.equal([]);
  });
});
