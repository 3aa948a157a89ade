import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { operations } from '../../src/application/use-cases.js';

describe('the table of operations in docs/use-cases.md', () => {
  it('lists every operation with its fields', async () => {
    const page = (await readFile('docs/use-cases.md', 'utf8'))
      .split(/^## /m)
      .find((section) => section.startsWith('Operations'));
    const rows = [...(page ?? '').matchAll(/^\| `(\w+)` \| ((?:`\w+\??`(?:, )?)*) ?\|/gm)];
    expect(rows.map(([, name, fields]) => [name, fields?.replaceAll('`', '')])).to.deep.equal(
      Object.entries(operations).map(([name, { input }]) => [
        name,
        [
          ...Object.keys(input.required),
          ...Object.keys(input.optional).map((field) => `${field}?`),
        ].join(', '),
      ]),
    );
  });
});
