import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { httpErrorCode } from '../../src/adapters/inbound/http/http-error-facts.js';
import { httpErrors } from '../support/errors/http-errors.js';

const page = await readFile('docs/runbook.md', 'utf8');
const names = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
const sources = await Promise.all(names.map((name) => readFile(`src/${name}`, 'utf8')));

const linesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/logger\.(?:info|warn|error)\(\s*'([^']+)'/g)].map(([, line = '']) => line);

// `…` stands for text that varies.
const longestPart = (quoted: string): string =>
  quoted.split('…').reduce((longest, part) => (part.length > longest.length ? part : longest));

const quotedBelow = (heading: string): ReadonlyArray<string> => {
  const [, section = ''] = page.split(`## ${heading}\n`);
  return [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );
};

describe('docs/runbook.md', () => {
  it("explains each of Pasarela's error codes", () => {
    // This sample's code is one of Stripe's.
    const { ProcessorRefused: _, ...ours } = httpErrors;
    const codes = Object.values(ours).flatMap((error) => httpErrorCode(error) ?? []);
    expect(codes.length).to.be.greaterThan(10);
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).to.deep.equal([]);
  });

  it('explains every log line', () => {
    const lines = [...new Set(sources.flatMap(linesIn))];
    expect(lines.length).to.be.greaterThan(10);
    expect(lines.filter((line) => !page.includes(`\`${line}\``))).to.deep.equal([]);
  });

  it('quotes only log lines and errors that exist', () => {
    const quoted = [...quotedBelow('Log lines'), ...quotedBelow('A command ends with an error')];
    expect(quoted.length).to.be.greaterThan(30);
    expect(
      quoted.filter((text) => !sources.some((source) => source.includes(longestPart(text)))),
    ).to.deep.equal([]);
  });
});
